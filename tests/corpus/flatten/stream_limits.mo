// Streams of one, two and three connectors, and of connectors that never let anything out, because `min` or `max` of
// their flow says so.

connector Port
  Real p;
  flow Real m;
  stream Real h;
end Port;

model Source
  Port port;
  Real seen = inStream(port.h);
equation
  port.p = 1;
  port.h = 2;
end Source;

model Sink
  parameter Boolean reverse = false;
  Port port(m(min = if reverse then -1e60 else 0));
  Real seen = inStream(port.h);
equation
  port.m = 1;
  port.h = 3;
end Sink;

model Open
  Source alone;
end Open;

model Two
  Source source;
  Sink sink;
equation
  connect(source.port, sink.port);
end Two;

model Three
  Source source;
  Sink sink, other;
equation
  connect(source.port, sink.port);
  connect(source.port, other.port);
end Three;

model Half
  Source source;
  Sink sink, other(reverse = true);
equation
  connect(source.port, sink.port);
  connect(source.port, other.port);
end Half;

model Border
  Port outside(m(max = 0));
  Sink sink, other;
equation
  connect(outside, sink.port);
  connect(outside, other.port);
end Border;

model Test
  Open open;
  Two two;
  Three three;
  Half half;
  Border border;
  Source source;
equation
  connect(source.port, border.outside);
end Test;
