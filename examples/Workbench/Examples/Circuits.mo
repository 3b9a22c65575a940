within Workbench.Examples;

package Circuits "Electrical circuits"
  import Workbench.Electrical.*;
  import Workbench.Quantities.*;

  model Divider "Two resistors share a voltage"
    ConstantVoltage source(V=12);
    Resistor upper(R=1e3);
    Resistor lower(R=2e3);
    Ground ground;
  equation
    connect(source.p, upper.p);
    connect(upper.n, lower.p);
    connect(lower.n, source.n);
    connect(source.n, ground.p);
  end Divider;

  model LowPass "A resistor charges a capacitor"
    ConstantVoltage source(V=5);
    Resistor resistor(R=1e3);
    Capacitor capacitor(C=1e-6, v(start=0, fixed=true));
    Ground ground;
  equation
    connect(source.p, resistor.p);
    connect(resistor.n, capacitor.p);
    connect(capacitor.n, source.n);
    connect(source.n, ground.p);
  end LowPass;

  model Resonator "A coil and a capacitor in series"
    SineVoltage source(V=1, f=1e3);
    Resistor resistor(R=10);
    Inductor inductor(L=1e-3, i(start=0, fixed=true));
    Capacitor capacitor(C=1e-6, v(start=0, fixed=true));
    Ground ground;
  equation
    connect(source.p, resistor.p);
    connect(resistor.n, inductor.p);
    connect(inductor.n, capacitor.p);
    connect(capacitor.n, source.n);
    connect(ground.p, source.n);
  end Resonator;

  model ParallelResonator "A coil and a capacitor side by side, fed with a current"
    ConstantCurrent source(I=0.01);
    Resistor resistor(R=1e3);
    Inductor inductor(L=1e-3, i(start=0, fixed=true));
    Capacitor capacitor(C=1e-6, v(start=0, fixed=true));
    Ground ground;
  equation
    connect(source.n, resistor.p);
    connect(source.n, inductor.p);
    connect(source.n, capacitor.p);
    connect(source.p, ground.p);
    connect(resistor.n, ground.p);
    connect(inductor.n, ground.p);
    connect(capacitor.n, ground.p);
  end ParallelResonator;

  model Wheatstone "A bridge that measures a resistance"
    ConstantVoltage source(V=10);
    Resistor r1(R=100);
    Resistor r2(R=100);
    Resistor r3(R=100);
    Resistor unknown(R=101);
    VoltageSensor meter;
    Ground ground;
  equation
    connect(source.p, r1.p);
    connect(source.p, r3.p);
    connect(r1.n, r2.p);
    connect(r3.n, unknown.p);
    connect(r2.n, source.n);
    connect(unknown.n, source.n);
    connect(meter.p, r1.n);
    connect(meter.n, r3.n);
    connect(source.n, ground.p);
  end Wheatstone;

  model Rectifier "A diode and a capacitor make direct voltage"
    SineVoltage source(V=10);
    Resistor series(R=1);
    Diode diode;
    Capacitor capacitor(C=1e-3, v(start=0, fixed=true));
    Resistor load(R=100);
    Ground ground;
  equation
    connect(source.p, series.p);
    connect(series.n, diode.p);
    connect(diode.n, capacitor.p);
    connect(diode.n, load.p);
    connect(capacitor.n, source.n);
    connect(load.n, source.n);
    connect(source.n, ground.p);
  end Rectifier;

  model PowerSupply "A transformer and a bridge of four diodes"
    SineVoltage mains(V=325);
    Transformer transformer(n=20);
    Diode d1;
    Diode d2;
    Diode d3;
    Diode d4;
    Capacitor capacitor(C=2e-3, v(start=0, fixed=true));
    Resistor load(R=50);
    Ground primary;
    Ground secondary;
  equation
    connect(mains.p, transformer.p1);
    connect(mains.n, transformer.n1);
    connect(mains.n, primary.p);
    connect(transformer.p2, d1.p);
    connect(transformer.p2, d2.n);
    connect(transformer.n2, d3.p);
    connect(transformer.n2, d4.n);
    connect(d1.n, capacitor.p);
    connect(d3.n, capacitor.p);
    connect(d2.p, capacitor.n);
    connect(d4.p, capacitor.n);
    connect(load.p, capacitor.p);
    connect(load.n, capacitor.n);
    connect(capacitor.n, secondary.p);
  end PowerSupply;

  model InvertingAmplifier "An amplifier turns a voltage round"
    SineVoltage source(V=0.1, f=100);
    Resistor r1(R=1e3);
    Resistor r2(R=1e4);
    Amplifier amplifier;
    Resistor load(R=1e3);
    Ground ground;
  equation
    connect(source.p, r1.p);
    connect(r1.n, amplifier.minus);
    connect(amplifier.minus, r2.p);
    connect(r2.n, amplifier.out);
    connect(amplifier.plus, ground.p);
    connect(amplifier.out, load.p);
    connect(load.n, ground.p);
    connect(source.n, ground.p);
  end InvertingAmplifier;

  model Ladder "A cable as an array of resistors and capacitors"
    parameter Integer n = 8 "Number of sections";
    ConstantVoltage source(V=1);
    Resistor r[n](each R=10);
    Capacitor c[n](each C=1e-9, v(each start=0, each fixed=true));
    Resistor load(R=1e3);
    Ground ground;
  equation
    connect(source.p, r[1].p);
    for i in 1:n-1 loop
      connect(r[i].n, r[i + 1].p);
    end for;
    for i in 1:n loop
      connect(r[i].n, c[i].p);
      connect(c[i].n, ground.p);
    end for;
    connect(r[n].n, load.p);
    connect(load.n, ground.p);
    connect(source.n, ground.p);
  end Ladder;

  partial model Supplied "A circuit that something is still missing from"
    replaceable Resistor part constrainedby OnePort "What the voltage is applied to";
    ConstantVoltage source(V=24);
    Resistor series(R=0.1) "Inside the source";
    Ground ground;
  equation
    connect(source.p, series.p);
    connect(series.n, part.p);
    connect(part.n, source.n);
    connect(source.n, ground.p);
  end Supplied;

  model SuppliedCapacitor "The missing part is a capacitor"
    extends Supplied(redeclare Capacitor part(C=1e-3, v(start=0, fixed=true)));
  end SuppliedCapacitor;

  model SuppliedResistor "The missing part is a resistor, and its power is of interest"
    extends Supplied(part(R=50));
    Power loss = part.v*part.i "Heat in the part";
    Energy used(start=0, fixed=true) "Energy used up";
  equation
    der(used) = loss;
  end SuppliedResistor;

  model Chopper "A switch that opens and closes"
    ConstantVoltage source(V=48);
    Switch switch;
    Diode freewheel;
    Inductor inductor(L=1e-3, i(start=0, fixed=true));
    Resistor load(R=2);
    Ground ground;
    Blocks.Sine carrier(amplitude=1, f=1e3);
    parameter Real duty = 0.4 "Share of the time that the switch is closed, nearly";
  equation
    switch.on = carrier.y < 2*duty - 1;
    connect(source.p, switch.p);
    connect(switch.n, inductor.p);
    connect(freewheel.n, switch.n);
    connect(freewheel.p, ground.p);
    connect(inductor.n, load.p);
    connect(load.n, ground.p);
    connect(source.n, ground.p);
  end Chopper;
end Circuits;
