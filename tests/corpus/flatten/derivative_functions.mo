// Functions defined as partial derivatives of others: what may be wrong with them.

function gibbs
  input Real p;
  input Real T;
  input Integer order;
  output Real g;
algorithm
  g := p*T^order;
end gibbs;

record Data
  Real x;
end Data;

function gibbs_T = der(gibbs, T);
function gibbs_n = der(gibbs, order);
function gibbs_q = der(gibbs, q);
function data_x = der(Data, x);

function outside
  input Real x[2];
  input Real y;
  output Real z;
  external "C" z = outside(x, y);
end outside;
function outside_x = der(outside, x);
function outside_y = der(outside, y);

function circle
  input Real x;
  output Real y;
algorithm
  y := circle_x(x);
end circle;
function circle_x = der(circle, x);
function itself = der(itself, x);

function count
  input Real x;
  output Integer n;
algorithm
  n := integer(x);
end count;
function count_x = der(count, x);
model NoFunction = der(count, x);

model DerivativeFunctions
  Real a = gibbs_T(1, time, 2);
  Real b = gibbs_n(1, time, 2);
  Real c = gibbs_q(1, time, 2);
  Real d = data_x(time);
  Real e = outside_x({1, 2}, time);
  Real f = outside_y({1, 2}, time);
  Real g = circle(time);
  Real h = itself(time);
  Real i = count_x(time);
  NoFunction j;
end DerivativeFunctions;
