within Basics;

package Examples "Models whose values are known"
  import Basics.Electrical.*;
  import Basics.Thermal.*;

  model Filter "A resistor and a capacitor beside a resistor and a coil"
    Resistor R1(R=1), R2(R=2);
    Capacitor C(C=0.5, u(start=0, fixed=true));
    Inductor L(L=1, p(i(start=0, fixed=true)));
    SineVoltage A(A=1, w=3);
    Ground g;
  equation
    connect(A.p, R1.p);
    connect(A.p, R2.p);
    connect(R1.n, C.p);
    connect(R2.n, L.p);
    connect(g.p, C.n);
    connect(g.p, L.n);
    connect(g.p, A.n);
    annotation(experiment(StopTime=2, Tolerance=1e-9));
  end Filter;

  model Exchange "Two bodies become equally warm"
    Capacity hot(T0=400), cold(T0=300);
    Conductor bar;
  equation
    connect(hot.port, bar.a);
    connect(bar.b, cold.port);
    annotation(experiment(StopTime=2, Tolerance=1e-9));
  end Exchange;

  model EntropyExchange "The same with entropy: the temperatures are the same, and entropy is made"
    EntropyCapacity hot(T0=400), cold(T0=300);
    EntropyConductor bar;
    Real made(unit="J/K", start=0, fixed=true) "Entropy that the bar has made";
  equation
    connect(hot.port, bar.a);
    connect(bar.b, cold.port);
    der(made) = -bar.a.S - bar.b.S;
    annotation(experiment(StopTime=2, Tolerance=1e-9));
  end EntropyExchange;

  model Coil "A coil with its resistance on a battery"
    replaceable Resistor R(R=250);
    Inductor L(L=2, p(i(start=0, fixed=true)));
    Battery U(U=10);
    Ground g;
  equation
    connect(U.p, R.p);
    connect(R.n, L.p);
    connect(L.n, U.n);
    connect(g.p, U.n);
    annotation(experiment(StopTime=0.02, Tolerance=1e-9));
  end Coil;

  model HotCoil "The same in an oven: at 120 degrees its resistance is 260 Ohm"
    extends Coil(redeclare HeatedResistor R(RT=0.1));
    Surroundings oven(T0=393.15);
  equation
    connect(oven.port, R.h);
  end HotCoil;

  model WarmCoil "The same on its own: it gets warmer until the surroundings take up all its heat"
    extends Coil(redeclare HeatedResistor R(RT=0.1));
    Capacity copper(c=390, m=0.001);
    Conductor air(lambda=0.001);
    Surroundings room;
  equation
    connect(copper.port, R.h);
    connect(copper.port, air.a);
    connect(air.b, room.port);
    annotation(experiment(StopTime=10000, Tolerance=1e-9));
  end WarmCoil;

  model Series "Three resistors, of whatever kind"
    replaceable model Part = Resistor;
    Part R1(R=100), R2(R=200), R3(R=300);
    Battery U(U=60);
    Ground g;
  equation
    connect(U.p, R1.p);
    connect(R1.n, R2.p);
    connect(R2.n, R3.p);
    connect(R3.n, U.n);
    connect(g.p, U.n);
  end Series;

  model WarmSeries "The class of all three is exchanged at once"
    extends Series(redeclare model Part = HeatedResistor(RT=1));
    Surroundings room(T0=303.15);
  equation
    connect(room.port, R1.h);
    connect(room.port, R2.h);
    connect(room.port, R3.h);
  end WarmSeries;
end Examples;
