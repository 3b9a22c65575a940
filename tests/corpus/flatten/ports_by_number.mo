// The number of ports is a parameter whose default is none: it is named where a port is asked for that is not there.

connector Port
  Real p;
  flow Real m;
end Port;

model Tank
  parameter Integer nPorts = 0;
  Port ports[nPorts];
equation
  for i in 1:nPorts loop
    ports[i].p = 1;
  end for;
end Tank;

model Pipe
  Port a, b;
equation
  a.m = a.p - b.p;
  a.m + b.m = 0;
end Pipe;

model PortsByNumber
  Tank left, right(nPorts = 1);
  Pipe pipe, other;
equation
  connect(left.ports[1], pipe.a);
  connect(pipe.b, right.ports[1]);
  connect(other.b, right.ports[2]);
end PortsByNumber;
