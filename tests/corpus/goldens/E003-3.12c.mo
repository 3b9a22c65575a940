// A conductance whose coefficient is computed from an area and a transfer coefficient.

connector Link
  Real T;
  flow Real Q;
end Link;

model Conductance
  parameter Real a = 2;
  parameter Real u = 5;
  final parameter Real a_u = a*u;
  Link terminal_1, terminal_2;
  Real Q = terminal_1.Q;
equation
  0 = -Q + a_u*(terminal_1.T - terminal_2.T);
  terminal_2.Q = -Q;
end Conductance;

model Wall
  Conductance conductance;
  Link inside, outside;
equation
  connect(inside, conductance.terminal_1);
  connect(outside, conductance.terminal_2);
end Wall;
