// Only what is there can be left out, and only what can be connected.

connector Pin
  Real v;
  flow Real i;
end Pin;

model Ground
  Pin p;
  parameter Real v = 0;
equation
  p.v = v;
end Ground;

model Base
  Ground a, b;
  Real x = 1;
  record R
    Real r = 1;
  end R;
  R r;
equation
  connect(a.p, b.p);
end Base;

model Test
  extends Base(
    break c,
    break x,
    break r,
    break connect(b.p, b.p),
    break b);
  Ground d(break p);
end Test;
