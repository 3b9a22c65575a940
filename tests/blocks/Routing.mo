// Written by derive.py, as are the tables of expected values in the folder Routing.
package RoutingCases
  // copies of a signal
  model Copies
    Modelica.Blocks.Routing.Replicator a(nout = 3); Modelica.Blocks.Routing.IntegerReplicator b(nout = 2); Modelica.Blocks.Routing.BooleanReplicator c(nout = 2); Modelica.Blocks.Routing.RealPassThrough d; Modelica.Blocks.Routing.IntegerPassThrough e; Modelica.Blocks.Routing.BooleanPassThrough f;
  equation
    a.u = time;
    b.u = if time >= 1 then 4 else 3;
    c.u = time >= 1;
    d.u = -time;
    e.u = if time >= 1 then 4 else 3;
    f.u = time >= 1;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Copies;

  // elements of a vector, by constants and by an Integer signal, also out of range
  model Extraction
    Modelica.Blocks.Routing.ExtractSignal a(nin = 3, nout = 2, extract = {3, 1}); Modelica.Blocks.Routing.Extractor b(nin = 4); Modelica.Blocks.Routing.Extractor c(nin = 2, allowOutOfRange = true, outOfRangeValue = -9);
  equation
    a.u = {time, 2, time^2};
    b.u = {time, -time, 10, time^2};
    b.index = if time >= 1.5 then 4 else 1 + integer(2*time);
    c.u = {time, 5};
    c.index = b.index;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Extraction;

  // signals joined in their order and parted again
  model Multiplexers
    Modelica.Blocks.Routing.Multiplex2 m2(n1 = 2); Modelica.Blocks.Routing.DeMultiplex2 d2(n2 = 2);
    Modelica.Blocks.Routing.Multiplex3 m3(n1 = 2); Modelica.Blocks.Routing.DeMultiplex3 d3(n2 = 2);
    Modelica.Blocks.Routing.Multiplex4 m4(n1 = 2); Modelica.Blocks.Routing.DeMultiplex4 d4(n2 = 2);
    Modelica.Blocks.Routing.Multiplex5 m5(n1 = 2); Modelica.Blocks.Routing.DeMultiplex5 d5(n2 = 2);
    Modelica.Blocks.Routing.Multiplex6 m6(n1 = 2); Modelica.Blocks.Routing.DeMultiplex6 d6(n2 = 2);
    Modelica.Blocks.Routing.Multiplex m(n = 3); Modelica.Blocks.Routing.DeMultiplex d(n = 3);
  equation
    m2.u1 = {time, 1};
    m2.u2 = {2*time};
    d2.u = m2.y;
    m3.u1 = {time, 1};
    m3.u2 = {2*time};
    m3.u3 = {3*time};
    d3.u = m3.y;
    m4.u1 = {time, 1};
    m4.u2 = {2*time};
    m4.u3 = {3*time};
    m4.u4 = {4*time};
    d4.u = m4.y;
    m5.u1 = {time, 1};
    m5.u2 = {2*time};
    m5.u3 = {3*time};
    m5.u4 = {4*time};
    m5.u5 = {5*time};
    d5.u = m5.y;
    m6.u1 = {time, 1};
    m6.u2 = {2*time};
    m6.u3 = {3*time};
    m6.u4 = {4*time};
    m6.u5 = {5*time};
    m6.u6 = {6*time};
    d6.u = m6.y;
    m.u = {time, 2, 3};
    d.u = m.y;
    annotation(experiment(StopTime = 2, Interval = 0.5, Tolerance = 1e-08));
  end Multiplexers;

  // what is shown is what comes in
  model Show
    Modelica.Blocks.Interaction.Show.RealValue a(use_numberPort = false, number = time), b; Modelica.Blocks.Interaction.Show.IntegerValue c(use_numberPort = false, number = if time >= 1 then 4 else 3); Modelica.Blocks.Interaction.Show.BooleanValue d;
  equation
    b.numberPort = 2*time;
    d.activePort = time >= 1;
    annotation(experiment(StopTime = 2, Interval = 0.125, Tolerance = 1e-08));
  end Show;
end RoutingCases;
