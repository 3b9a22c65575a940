// Four bars with hinges in a ring: each hinge holds its bars in the plane, and the last one says so again.
connector Frame
  Real x(unit = "m"), y(unit = "m"), z(unit = "m"), phi(unit = "rad");
  flow Real fx(unit = "N"), fy(unit = "N"), fz(unit = "N"), t(unit = "N.m");
end Frame;

model World
  Frame frame;
equation
  frame.x = 0;
  frame.y = 0;
  frame.z = 0;
  frame.phi = 0;
end World;

model Bar
  parameter Real L(unit = "m") = 1;
  Frame a, b;
equation
  b.x = a.x + L*cos(a.phi);
  b.y = a.y + L*sin(a.phi);
  b.z = a.z;
  b.phi = a.phi;
  a.fx + b.fx = 0;
  a.fy + b.fy = 0;
  a.fz + b.fz = 0;
  a.t + b.t + L*(b.fy*cos(a.phi) - b.fx*sin(a.phi)) = 0;
end Bar;

partial model Turning
  parameter Real n[3] = {0, 0, 1} "Axis";
  Frame a, b;
equation
  a.x = b.x;
  a.y = b.y;
  a.fx + b.fx = 0;
  a.fy + b.fy = 0;
  a.t + b.t = 0;
end Turning;

model Motor
  extends Turning;
  parameter Real w(unit = "rad/s") = 1;
equation
  a.z = b.z;
  a.fz + b.fz = 0;
  b.phi = a.phi + w*time;
end Motor;

model Hinge
  extends Turning;
equation
  a.z = b.z;
  a.fz + b.fz = 0;
  a.t = 0;
end Hinge;

model HingePlanarLoopConstraint "A hinge that leaves it to the others to hold the bars in the plane"
  extends Turning;
equation
  a.fz = 0;
  b.fz = 0;
  a.t = 0;
end HingePlanarLoopConstraint;

model FourBars
  World world;
  Motor motor;
  Hinge elbow, wrist, heel;
  Bar crank(L = 0.5), rod(L = 1.2), rocker(L = 0.9), base(L = 1);
equation
  connect(world.frame, motor.a);
  connect(motor.b, crank.a);
  connect(crank.b, elbow.a);
  connect(elbow.b, rod.a);
  connect(rod.b, wrist.a);
  connect(wrist.b, rocker.a);
  connect(rocker.b, heel.a);
  connect(heel.b, base.b);
  connect(base.a, world.frame);
end FourBars;
