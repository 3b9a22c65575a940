// A part that is to be used in other models: alone, nothing gives its pins a voltage.
model ComponentAlone
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  Pin p;
  Pin n;
  Real q(start = 0, fixed = true);
equation
  p.i + n.i = 0;
  der(q) = p.i;
  p.v - n.v = q;
end ComponentAlone;
