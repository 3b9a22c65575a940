// 3.7.4.2 (deprecated): how often a connector stands in connections.
model cardinality_of_pins
  connector Pin
    Real v;
    flow Real i;
  end Pin;

  model Part
    Pin n;
    Real open;
  equation
    open = if cardinality(n) == 0 then 1 elseif cardinality(n) == 1 then 2 else 3;
    n.v = 2*time;
  end Part;

  model Sense
    Pin p;
  equation
    p.i = 1;
  end Sense;
  Part a, b, c;
  Sense s1, s2, s3;
equation
  connect(b.n, s1.p);
  connect(c.n, s2.p);
  connect(c.n, s3.p);
  annotation(experiment(StopTime = 2, Interval = 1, Tolerance = 1e-08));
end cardinality_of_pins;
