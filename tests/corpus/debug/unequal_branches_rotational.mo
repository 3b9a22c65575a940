// A clutch that is closed turns both sides alike; the branch for that also says what it transmits.
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

model Clutch
  Flange a, b;
  parameter Real d(unit = "N.m.s/rad") = 3;
  Real slip(unit = "rad/s") = der(a.phi) - der(b.phi);
equation
  a.tau + b.tau = 0;
  if time < 1 then
    a.tau = 0;
  elseif time < 2 then
    a.tau = d*slip;
  else
    slip = 0;
    a.tau = 10;
  end if;
end Clutch;

model Train
  Torque motor;
  Inertia rotor, load;
  Clutch clutch;
equation
  connect(motor.flange, rotor.a);
  connect(rotor.b, clutch.a);
  connect(clutch.b, load.a);
end Train;
