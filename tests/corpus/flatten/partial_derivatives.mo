// Functions defined as partial derivatives of others (MLS 12.7.2): of formulas, branches and loops, by one input after
// another, of derivatives, of functions with several results, and of those that name their derivatives themselves.

function gibbs
  input Real p;
  input Real T;
  output Real g;
algorithm
  g := p*T^3 + sin(p);
end gibbs;

function gibbs_T = der(gibbs, T);
function gibbs_pT = der(gibbs, p, T);
function gibbs_TT = der(gibbs_T, T);

function power
  input Real x;
  input Integer n = 3;
  output Real y;
algorithm
  y := 1;
  for i in 1:n loop
    y := y*x;
  end for;
end power;

function power_x = der(power, x);

function bend
  input Real x;
  output Real y;
algorithm
  if x > 0 then
    y := x^2;
  else
    y := -x;
  end if;
end bend;

function bend_x = der(bend, x);

function polar
  input Real r;
  input Real phi;
  output Real x;
  output Integer turns;
  output Real y;
algorithm
  x := r*cos(phi);
  turns := integer(phi);
  y := r*sin(phi);
end polar;

function polar_phi = der(polar, phi);

function length
  input Real x[:];
  input Real a;
  output Real y[size(x, 1)];
algorithm
  y := a^2*x;
end length;

function length_a = der(length, a);

function told
  input Real x;
  input Real y;
  output Real z;
  external "C" z = told_in_c(x, y);
  annotation(derivative=told_der);
end told;

function told_der
  input Real x;
  input Real y;
  input Real dx;
  input Real dy;
  output Real dz;
algorithm
  dz := 7*dx + 11*dy;
end told_der;

function told_y = der(told, y);

function enthalpy
  input Real p;
  input Real T;
  output Real h;
algorithm
  h := gibbs(p, T) - T*gibbs_T(p, T);
end enthalpy;

model PartialDerivatives
  constant Real a = gibbs_T(2, 3) "54";
  constant Real b = gibbs_pT(2, 3) "27";
  constant Real c = gibbs_TT(2, 3) "36";
  constant Real d = power_x(2) "12";
  constant Real e = power_x(2, 4) "32";
  constant Real f = bend_x(3) "6";
  constant Real g = bend_x(-3) "-1";
  constant Real[2] h = length_a({1, 2}, 5) "10, 20";
  constant Real k = told_y(1, 2) "11";
  constant Real l = enthalpy(2, 3) "2 27 + sin(2) - 3 54";
  Real x, y;
  Real z = gibbs_T(T=time, p=2);
equation
  (x, y) = polar_phi(2, time);
end PartialDerivatives;
