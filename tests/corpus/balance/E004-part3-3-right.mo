// A flange with the angle alone: the speed is its derivative, wherever it is needed.

connector Flange
  Real phi;
  flow Real tau;
end Flange;

model Inertia
  Flange a, b;
  parameter Real J = 1;
  Real omega;
equation
  a.phi = b.phi;
  omega = der(a.phi);
  J*der(omega) = a.tau + b.tau;
end Inertia;

model Drive
  Inertia motor, load;
equation
  connect(motor.b, load.a);
end Drive;
