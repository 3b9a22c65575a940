// A record of three values of which the model gives two.
record State
  Real p(unit = "Pa");
  Real T(unit = "K");
  Real rho(unit = "kg/m3");
end State;

model Gas
  parameter Real R(unit = "J/(kg.K)") = 287;
  State inlet, outlet;
equation
  inlet.p = 2e5;
  inlet.T = 300;
  inlet.rho*R*inlet.T = inlet.p;
  outlet.p = 1e5;
  outlet.T = inlet.T*(outlet.p/inlet.p)^0.286;
end Gas;
