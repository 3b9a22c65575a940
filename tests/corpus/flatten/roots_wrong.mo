// Trees of overdetermined connectors without a root and with two (MLS 9.4.2); one that reaches a connector of the model
// itself gets its root from outside.

model RootsWrong
  type Angle
    extends Real;
    function equalityConstraint
      input Angle a, b;
      output Real residue[0];
    algorithm
    end equalityConstraint;
  end Angle;
  connector Pin
    Real v;
    flow Real i;
    Angle reference;
  end Pin;
  model Line
    Pin a, b;
  equation
    Connections.branch(a.reference, b.reference);
    a.reference = b.reference;
    a.i + b.i = 0;
    a.v - b.v = a.i;
  end Line;
  model Source
    Pin p;
  equation
    Connections.root(p.reference);
    p.reference = time;
    p.v = 1;
  end Source;
  model Both
    Pin a, b;
  equation
    Connections.branch(a.reference, b.reference);
    Connections.root(a.reference);
    Connections.root(b.reference);
    a.reference = b.reference;
    a.v = 1;
    b.v = 0;
  end Both;
  Pin outer_pin;
  Line lost1, lost2, fed, open;
  Source source;
  Both both;
equation
  connect(lost1.b, lost2.a);
  connect(lost2.b, lost1.a);
  connect(source.p, fed.a);
  connect(outer_pin, open.a);
end RootsWrong;
