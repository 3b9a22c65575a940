// All that is given from outside and yet balances: values of modifications, records, defaults that are
// exchanged, protected connectors, conditional connectors, inner and outer.
connector RealInput = input Real;
connector RealOutput = output Real;
connector Pin
  Real v;
  flow Real i;
end Pin;

record Point
  Real x, y;
end Point;

model Shape
  input Real length = 1;
  input Point at = Point(0, 0);
  Real area = length^2 + at.x;
end Shape;

model Support
  input Real tau;
  Real phi;
  Pin flange;
equation
  flange.i = -tau;
  flange.v = phi;
end Support;

block Optional
  parameter Boolean use_u = false;
  RealInput u if use_u;
  RealOutput y;
protected
  RealInput u_internal;
equation
  connect(u, u_internal);
  if not use_u then
    u_internal = 7;
  end if;
  y = u_internal;
end Optional;

model Rail
  Pin p;
equation
  p.v = 1;
end Rail;

model Consumer
  outer Rail rail;
  Pin q;
equation
  connect(rail.p, q);
end Consumer;

model Load
  Pin p;
equation
  p.i = 2*p.v;
end Load;

model All
  Shape plain, moved(at = Point(1, time)), long(length = time, at = Point(3, 0));
  Support support(tau = plain.area);
  Load load;
  Optional without, with(use_u = true);
  inner Rail rail;
  Consumer consumer;
  Load other;
equation
  connect(support.flange, load.p);
  connect(without.y, with.u);
  connect(consumer.q, other.p);
end All;
