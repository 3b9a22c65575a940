// Power balance at a node: equal potentials e and flows f that sum to zero make the sum of the powers e*f zero. Both are
// what the connections say, here for three connectors inside and one on the border.

connector Port
  Real e "Potential";
  flow Real f "Flow into the component";
end Port;

model Element
  Port port;
  parameter Real k = 1;
  Real P = port.e*port.f "Power fed in";
equation
  port.f = k*port.e;
end Element;

model Node
  Port border;
  Element a(k = 1), b(k = 2), c(k = 3);
  Real given = border.e*border.f;
  Real loss = given - (a.P + b.P + c.P) "Zero, by the connections alone";
equation
  connect(a.port, b.port);
  connect(b.port, c.port);
  connect(c.port, border);
end Node;

model Source
  Port port;
equation
  port.e = time;
end Source;

model PowerBalance
  Node node;
  Source source;
equation
  connect(source.port, node.border);
end PowerBalance;
