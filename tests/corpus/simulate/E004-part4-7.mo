// E004-part4-7: a chain of bodies that hang on revolute joints, each turned by 90 degrees against the one before. The
// orientation goes along the chain as a signal; everything but positions is resolved in the body it belongs to. One linear
// loop of more than a thousand equations determines the accelerations.
connector Frame
  Real r[3];
  Real w[3];
  flow Real f[3];
  flow Real t[3];
end Frame;

connector Given = input Real[3, 3] "from world to body";
connector Gives = output Real[3, 3];

model World
  Frame b;
  Gives T;
equation
  b.r = zeros(3);
  b.w = zeros(3);
  T = identity(3);
end World;

model Revolute
  parameter Real n[3];
  Frame a, b;
  Given from;
  Gives to;
  Real phi(start = 0, fixed = true), w(start = 0, fixed = true);
  Real R[3, 3];
equation
  w = der(phi);
  R = [n]*transpose([n]) + (identity(3) - [n]*transpose([n]))*cos(phi) - skew(n)*sin(phi);
  b.r = a.r;
  b.w = R*a.w + n*w;
  to = R*from;
  zeros(3) = a.f + transpose(R)*b.f;
  zeros(3) = a.t + transpose(R)*b.t;
  0 = n*b.t;
end Revolute;

model Body
  parameter Real m = 1, L = 0.2, I[3] = {0.001, 0.004, 0.004};
  constant Real g[3] = {0, -9, -4};
  Frame a, b;
  Given T;
  Real c[3], v[3], u[3], z[3], energy;
equation
  c = a.r + transpose(T)*{L/2, 0, 0};
  b.r = a.r + transpose(T)*{L, 0, 0};
  b.w = a.w;
  v = der(c);
  u = T*(der(v) - g);
  z = der(a.w);
  a.f + b.f = m*u;
  a.t + b.t + cross({L, 0, 0}, b.f) = I.*z + cross(a.w, I.*a.w) + cross({L/2, 0, 0}, m*u);
  energy = m*(v*v)/2 - m*(g*c) + (I.*a.w)*a.w/2;
end Body;

model Chain
  parameter Integer N = 30;
  World world;
  Revolute joint[N](n = {if mod(k, 2) == 1 then {0, 0, 1} else {0, 1, 0} for k in 1:N});
  Body body[N];
  Real energy = sum(body.energy);
equation
  connect(world.b, joint[1].a);
  connect(world.T, joint[1].from);
  for k in 1:N loop
    connect(joint[k].b, body[k].a);
    connect(joint[k].to, body[k].T);
  end for;
  for k in 2:N loop
    connect(body[k - 1].b, joint[k].a);
    connect(joint[k - 1].to, joint[k].from);
  end for;
  annotation(experiment(StopTime = 0.1, Tolerance = 1e-8));
end Chain;
