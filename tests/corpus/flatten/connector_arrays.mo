// Arrays of connectors: whole, by element, in slices and in loops.

connector Port
  Real T;
  flow Real Q;
end Port;

model Node
  Port a, b;
equation
  a.Q + b.Q = 0;
  a.Q = a.T - b.T;
end Node;

model Wall
  parameter Integer n = 3;
  Port left, right;
  Node node[n];
equation
  connect(left, node[1].a);
  connect(node[1:n - 1].b, node[2:n].a);
  connect(node[end].b, right);
end Wall;

model Fixed
  parameter Real T0 = 300;
  Port port;
equation
  port.T = T0;
end Fixed;

model Walls
  Fixed room[2](T0 = {290, 295});
  Fixed outside;
  Wall wall[2](each n = 2);
equation
  connect(room.port, wall.left);
  for i in 1:2 loop
    connect(wall[i].right, outside.port);
  end for;
end Walls;
