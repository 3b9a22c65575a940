package Rectifiers "Ideal switches, described by a parameter of their curves, and circuits with them"
  connector Pin "A pin of a part"
    Real v(unit="V") "Potential";
    flow Real i(unit="A") "Current into the part";
  end Pin;

  partial model TwoPins "A part with two pins and one current"
    Pin p "Positive pin";
    Pin n "Negative pin";
    Real u(unit="V") "Voltage from p to n";
    Real i(unit="A") "Current from p to n";
  equation
    u = p.v - n.v;
    i = p.i;
    0 = p.i + n.i;
  end TwoPins;

  partial model Ideal "Lets current through without any voltage, or none at all"
    extends TwoPins;
    Real s "Voltage while it is off, current while it is on";
    Boolean off "Whether it lets nothing through";
  equation
    u = if off then s else 0;
    i = if off then 0 else s;
  end Ideal;

  model Diode "Lets current through one way"
    extends Ideal;
  equation
    off = s < 0;
  end Diode;

  model Thyristor "Lets current through one way from when it is fired until there is none"
    extends Ideal(off(start=true, fixed=true));
    input Boolean fire "Turns it on";
  equation
    off = s < 0 or pre(off) and not fire;
  end Thyristor;

  model TurnOff "A thyristor that can be turned off: lets current through one way while it is fired"
    extends Ideal;
    input Boolean fire "Keeps it on";
  equation
    off = s < 0 or not fire;
  end TurnOff;

  model Resistor "A resistor"
    extends TwoPins;
    parameter Real R(unit="Ohm") "Resistance";
  equation
    u = R*i;
  end Resistor;

  model Capacitor "A capacitor"
    extends TwoPins;
    parameter Real C(unit="F") "Capacitance";
  equation
    C*der(u) = i;
  end Capacitor;

  model Source "A source of alternating voltage"
    extends TwoPins;
    parameter Real V(unit="V") "Amplitude";
    parameter Real w(unit="rad/s") = 2*3.141592653589793 "Angular frequency";
    parameter Real phase(unit="rad") = 0 "Where it is in its period at the beginning";
  equation
    u = V*sin(w*time + phase);
  end Source;

  model Ground "Where the potential is zero"
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model Smoothed "A diode and a capacitor make a direct voltage of an alternating one"
    Source source(V=10);
    Resistor line(R=1), load(R=10);
    Diode diode;
    Capacitor store(C=0.1, u(start=0, fixed=true));
    Ground ground;
  equation
    connect(source.p, line.p);
    connect(line.n, diode.p);
    connect(diode.n, store.p);
    connect(diode.n, load.p);
    connect(source.n, ground.p);
    connect(store.n, ground.p);
    connect(load.n, ground.p);
    annotation(experiment(StopTime=3.2, Tolerance=1e-10));
  end Smoothed;

  model Fired "A thyristor that is fired for a moment"
    Source source(V=10, w=1);
    Resistor load(R=2);
    Thyristor switch(fire=time > 1 and time < 1.1);
    Ground ground;
  equation
    connect(source.p, switch.p);
    connect(switch.n, load.p);
    connect(source.n, load.n);
    connect(source.n, ground.p);
    annotation(experiment(StopTime=7));
  end Fired;

  model Chopped "A thyristor that is turned off again"
    Source source(V=10, w=1);
    Resistor load(R=2);
    TurnOff switch(fire=time > 1 and time < 2 or time > 3);
    Ground ground;
  equation
    connect(source.p, switch.p);
    connect(switch.n, load.p);
    connect(source.n, load.n);
    connect(source.n, ground.p);
    annotation(experiment(StopTime=7));
  end Chopped;

  model Bridge "Six diodes make a direct voltage of three alternating ones"
    Source source[3](each V=10, phase={0, 2.0943951023931953, 4.1887902047863905});
    Resistor line[3](each R=0.1), load(R=10);
    Diode upper[3], lower[3];
    Ground ground;
  equation
    for k in 1:3 loop
      connect(source[k].n, ground.p);
      connect(source[k].p, line[k].p);
      connect(line[k].n, upper[k].p);
      connect(line[k].n, lower[k].n);
      connect(upper[k].n, load.p);
      connect(lower[k].p, load.n);
    end for;
    annotation(experiment(StopTime=2));
  end Bridge;
end Rectifiers;
