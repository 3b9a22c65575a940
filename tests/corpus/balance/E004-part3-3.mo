// A flange with the angle and the speed: the connector is unbalanced, and the two stay unrelated. The angle alone suffices.

connector Flange
  Real phi;
  Real omega;
  flow Real tau;
end Flange;

model Inertia
  Flange a, b;
  parameter Real J = 1;
equation
  a.phi = b.phi;
  a.omega = b.omega;
  der(a.phi) = a.omega;
  J*der(a.omega) = a.tau + b.tau;
end Inertia;

model Drive
  Inertia motor, load;
equation
  connect(motor.b, load.a);
end Drive;
