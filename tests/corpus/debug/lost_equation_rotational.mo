// The gear has lost the balance of its torques, and the train has two gears.
connector Flange
  Real phi(unit = "rad");
  flow Real tau(unit = "N.m");
end Flange;

model Inertia
  Flange a, b;
  parameter Real J(unit = "kg.m2") = 1;
  Real w(unit = "rad/s");
equation
  a.phi = b.phi;
  w = der(a.phi);
  J*der(w) = a.tau + b.tau;
end Inertia;

model Torque
  Flange flange;
  parameter Real tau(unit = "N.m") = 5;
equation
  flange.tau = -tau;
end Torque;

model Gear
  Flange a, b;
  parameter Real ratio = 3;
equation
  a.phi = ratio*b.phi;
end Gear;

model Train
  Torque motor;
  Inertia rotor, shaft, load;
  Gear gear1, gear2(ratio = 5);
equation
  connect(motor.flange, rotor.a);
  connect(rotor.b, gear1.a);
  connect(gear1.b, shaft.a);
  connect(shaft.b, gear2.a);
  connect(gear2.b, load.a);
end Train;
