// `inStream` and `actualStream` are for stream variables alone.

connector Port
  Real p;
  flow Real m;
  stream Real h;
end Port;

model Source
  Port port;
  Real x = 1;
  Real a = inStream(port.h), b = actualStream(port.h);
  Real c = inStream(port.p), d = actualStream(port.m), e = inStream(x), f = inStream(3), g = actualStream(2*port.h);
equation
  port.p = 1;
  port.h = 2;
end Source;

model Test
  Source source;
end Test;
