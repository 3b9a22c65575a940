// A joint in the plane says that both frames are at one place, and has lost that it transmits no torque.
connector Frame
  Real x(unit = "m"), y(unit = "m");
  Real phi(unit = "rad");
  flow Real fx(unit = "N"), fy(unit = "N");
  flow Real t(unit = "N.m");
end Frame;

model Body
  Frame a;
  parameter Real m = 1, J = 0.1;
  Real vx, vy, w;
equation
  vx = der(a.x);
  vy = der(a.y);
  w = der(a.phi);
  m*der(vx) = a.fx;
  m*der(vy) = a.fy - 9.81*m;
  J*der(w) = a.t;
end Body;

model Bar
  Frame a, b;
  parameter Real l = 1;
equation
  b.x = a.x + l*cos(a.phi);
  b.y = a.y + l*sin(a.phi);
  b.phi = a.phi;
  a.fx + b.fx = 0;
  a.fy + b.fy = 0;
  a.t + b.t + l*(cos(a.phi)*b.fy - sin(a.phi)*b.fx) = 0;
end Bar;

model Joint
  Frame a, b;
equation
  a.x = b.x;
  a.y = b.y;
  a.fx + b.fx = 0;
  a.fy + b.fy = 0;
  a.t + b.t = 0;
end Joint;

model World
  Frame frame;
equation
  frame.x = 0;
  frame.y = 0;
  frame.phi = 0;
end World;

model Pendulum
  World world;
  Joint joint1, joint2;
  Bar bar1, bar2;
  Body body1, body2;
equation
  connect(world.frame, joint1.a);
  connect(joint1.b, bar1.a);
  connect(bar1.b, body1.a);
  connect(bar1.b, joint2.a);
  connect(joint2.b, bar2.a);
  connect(bar2.b, body2.a);
end Pendulum;
