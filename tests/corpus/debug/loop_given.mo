// The slider-crank of kinematic_loop.mo with the angle of the rod given as well. It follows from that of the crank: the end of
// the rod lies on the line y = 0, so that sin(phi) + 3*sin(psi) = 0 and psi is asin(-sin(0.5)/3) = -0.1605 and not -0.2. The
// simulation refuses these start values, and check says beforehand that they are one too many.
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

model LoopGiven
  Real phi(start = 0.5, fixed = true), w(start = 1, fixed = true);
  Real psi(start = -0.2, fixed = true), u;
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
end LoopGiven;
