// A slider-crank: a crank of length 1, a rod of length 3 and a slider on the line y = 0. The joints have three angles and
// positions, and two equations close the loop, so that one angle and one speed can be chosen, which are given. Frames carry
// their angular velocity beside their rotation, as those of mechanical libraries do; what is rotated does not depend on it,
// which only the formulas of the functions show. So no initial condition is missing.
record Frame
  Real c, s, w;
end Frame;

function turn
  input Real angle, w;
  output Frame frame;
algorithm
  frame.c := cos(angle);
  frame.s := sin(angle);
  frame.w := w;
end turn;

function resolve
  input Frame frame;
  input Real r[2];
  output Real r0[2];
algorithm
  r0 := {frame.c*r[1] - frame.s*r[2], frame.s*r[1] + frame.c*r[2]};
end resolve;

model KinematicLoop
  Real phi(start = 0.5, fixed = true), w(start = 1, fixed = true);
  Real psi(start = -0.2), u;
  Real s(start = 3.8), v;
  Frame crank = turn(phi, w), rod = turn(psi, u);
  Real a[2] = resolve(crank, {1, 0}), b[2] = resolve(rod, {3, 0});
  Real f[2];
equation
  der(phi) = w;
  der(psi) = u;
  der(s) = v;
  a + b = {s, 0};
  2*der(w) = -a[2]*f[1] + a[1]*f[2];
  0.5*der(u) = -b[2]*f[1] + b[1]*f[2];
  der(v) = -f[1];
end KinematicLoop;
