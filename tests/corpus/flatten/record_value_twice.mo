// A part of a record that is given a value as a whole has no other value (MLS 3.6, 7.2.3 and 7.2.4), and what is final in
// it keeps its value.
record Inner
  parameter Real x = 10;
end Inner;

record Data
  parameter Real a(min = 0) = 1;
  parameter Integer m = 3;
  parameter Inner inner_;
end Data;

model Item
  parameter Data per(a = 100, inner_(x = 200));
end Item;

model Bound
  parameter Data per = Data(1, 3, Inner(2));
end Bound;

model Fixed
  parameter Data per(final m = 3, final a = 100);
end Fixed;

model RecordValueTwice
  parameter Data f(a = 7, inner_(x = 9));
  parameter Data right(a(max = 9)) = f "an attribute is no value";
  Item fine(per = f, per(a(max = 9)));
  Item both(per = f, per(a = 55));
  Item reversed(per(inner_(x = 55)), per = f);
  Item dotted(per = f, per.inner_.x = 55);
  parameter Data declared(a = 55) = f;
  Bound outside(per(a = 4));
  Bound outside_deep(per(inner_(x = 4)));
  Fixed same(per = Data(100, 3, Inner(2)));
  Fixed other(per = f);
end RecordValueTwice;
