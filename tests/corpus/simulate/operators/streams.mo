// 3.7.4.5 and 15.2: what flows out of a mixing point is the mean of what flows in. Until 1 a and b feed c:
// (3*(2 - t) + 5*1)/(3 - t); then a takes half of what b gives, so that a and c see b alone.
model streams
  connector Port
    Real p;
    flow Real m_flow;
    stream Real h_outflow;
  end Port;

  model Source
    parameter Real h;
    Port port;
    input Real m;
    Real in_ = inStream(port.h_outflow), actual = actualStream(port.h_outflow);
  equation
    port.m_flow = -m;
    port.h_outflow = h;
  end Source;

  model Sink
    Port port;
    Real in_ = inStream(port.h_outflow), actual = actualStream(port.h_outflow);
  equation
    port.p = 1;
    port.h_outflow = 9;
  end Sink;
  Source a(h = 3, m = if time < 1 then 2 - time else -0.5), b(h = 5, m = 1);
  Sink c;
equation
  connect(a.port, b.port);
  connect(a.port, c.port);
  annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
end streams;
