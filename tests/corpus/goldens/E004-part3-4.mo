// Flanges whose axes point towards each other are joined like any others: a shaft in a hollow shaft.

connector Flange
  Real phi;
  flow Real tau;
end Flange;

model Inertia
  parameter Real J = 1;
  Flange left, right;
equation
  left.phi = right.phi;
  J*der(der_phi) = left.tau + right.tau;
  der_phi = der(left.phi);
protected
  Real der_phi;
end Inertia;

model HollowShaft
  Inertia shaft, hollow;
equation
  connect(shaft.right, hollow.right);
end HollowShaft;
