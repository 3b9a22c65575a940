// Constants and parameters of connectors that are connected must agree (MLS 9.2), and neither can be connected to a
// variable (MLS 9.3).

model ConnectorConstants
  connector Plain
    Real v;
    flow Real i;
    constant Integer phases = 3;
    parameter Real rated = 1;
  end Plain;
  connector Six
    Real v;
    flow Real i;
    constant Integer phases = 6;
    parameter Real rated = 1;
  end Six;
  connector Loose
    parameter Real v = 1;
    flow Real i;
    constant Integer phases = 3;
    parameter Real rated = 1;
  end Loose;
  model Source
    Plain p;
  equation
    p.v = 1;
  end Source;
  model Load
    Plain p;
  equation
    p.i = 1;
  end Load;
  model Other
    Six p;
  equation
    p.i = 1;
  end Other;
  Source a, b, c(p(rated = 2)), d;
  Load right, high;
  Other six;
  Loose loose;
equation
  connect(a.p, right.p);
  connect(b.p, six.p);
  connect(c.p, high.p);
  connect(d.p, loose);
end ConnectorConstants;
