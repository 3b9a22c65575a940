// A spring whose ends are connected with each other, between a wall and a motor that turns it.
connector Flange
  Real phi(unit = "rad");
  flow Real tau(unit = "N.m");
end Flange;

model Spring
  parameter Real c(unit = "N.m/rad") = 100;
  Flange a, b;
equation
  b.tau = c*(b.phi - a.phi);
  a.tau + b.tau = 0;
end Spring;

model Wall
  Flange flange;
equation
  flange.phi = 0;
end Wall;

model Motor
  parameter Real w(unit = "rad/s") = 1;
  Flange flange;
equation
  flange.phi = w*time;
end Motor;

model Test
  Motor motor;
  Spring spring;
  Wall wall;
equation
  connect(motor.flange, spring.a);
  connect(spring.b, wall.flange);
  connect(spring.a, spring.b);
end Test;
