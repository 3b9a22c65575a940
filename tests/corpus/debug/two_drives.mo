// A gear whose both shafts are driven at a given speed.
connector Shaft
  Real phi(unit = "rad");
  flow Real tau(unit = "N.m");
end Shaft;

model Gear
  parameter Real i = 5;
  Shaft a, b;
equation
  a.phi = i*b.phi;
  0 = i*a.tau + b.tau;
end Gear;

model Drive
  parameter Real w(unit = "rad/s") = 10;
  Shaft shaft;
equation
  der(shaft.phi) = w;
end Drive;

model Mill
  Drive motor(w = 50), stone(w = 10);
  Gear gear;
equation
  connect(motor.shaft, gear.a);
  connect(gear.b, stone.shaft);
end Mill;
