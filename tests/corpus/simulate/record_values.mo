// A value for a whole record overrides the values that modifications further in give to its parts, however deep they are
// (MLS 3.6, 7.2.3). Every expected number is a part of the value that is written outermost; each is unlike the defaults.
record Inner
  parameter Real x = 10;
  parameter Real y = 20;
end Inner;

record Outer
  parameter Real a = 1;
  parameter Real b = 2;
  parameter Inner inner_(x = 11);
end Outer;

record Special
  extends Outer(a = 5, inner_(y = 25));
end Special;

record Deep
  parameter Outer outer_(b = -2, inner_(y = -20));
  parameter Real c = 30;
end Deep;

model Item
  parameter Outer per(a = 100, inner_(x = 200));
  Real v[4] = {per.a, per.b, per.inner_.x, per.inner_.y};
end Item;

model DeepItem
  parameter Deep per(c = 300, outer_(a = 100, inner_(x = 200)));
  Real v[5] = {per.outer_.a, per.outer_.b, per.outer_.inner_.x, per.outer_.inner_.y, per.c};
end DeepItem;

model Items
  parameter Outer per[2](each a = 100, each inner_(x = 200));
  Real v[4] = {per[1].a, per[1].b, per[1].inner_.x, per[1].inner_.y};
  Real w[4] = {per[2].a, per[2].b, per[2].inner_.x, per[2].inner_.y};
end Items;

model Open
  replaceable parameter Outer per(a = 100, inner_(x = 200)) constrainedby Outer;
  Real v[4] = {per.a, per.b, per.inner_.x, per.inner_.y};
end Open;

model Heir
  extends Item(per(b = 102, inner_(y = 201)));
end Heir;

model Holder
  parameter Outer per = Outer(1, 2, Inner(3, 4));
  Item item(per = per);
end Holder;

function made
  input Real u;
  output Outer r;
algorithm
  r.a := u;
  r.b := 2*u;
  r.inner_.x := 3*u;
  r.inner_.y := 4*u;
end made;

model RecordValues
  parameter Outer f(a = 7, b = 8, inner_(x = 9, y = 10));
  parameter Outer g[2] = {Outer(1, 2, Inner(3, 4)), Outer(5, 6, Inner(7, 8))};
  parameter Inner s(x = 77, y = 78);
  parameter Deep d(outer_(a = 1, b = 2, inner_(x = 3, y = 4)), c = 5);
  parameter Special special;
  Item component(per = f);
  Item constructed(per = Outer(a = 7, b = 8, inner_ = Inner(9, 10)));
  Item computed(per = made(2));
  Item element(per = g[2]);
  Item each_[2](per = g);
  Item all_[2](each per = f);
  Items many(per = g);
  Item part(per(inner_ = s));
  Item part_of_part(per(inner_(x = 55)));
  Item field(per = d.outer_);
  DeepItem deep(per = d);
  DeepItem deep_constructed(per = Deep(Outer(1, 2, Inner(3, 4)), 5));
  DeepItem deep_part(per(outer_ = f));
  Heir heir(per = f);
  Open redeclared(redeclare Special per);
  Open redeclared_value(redeclare Special per = special);
  Open opened(per = f);
  Holder holder(per = f);
  Holder held;
  annotation(experiment(StopTime = 1));
end RecordValues;
