// Modifications of base classes: nearer ones yield to those from further out; `final` and `each`.

model Element
  parameter Real R = 1;
  Real i;
equation
  R*i = time;
end Element;

model Chain
  parameter Integer n = 2;
  Element e[n](R = 1:n);
end Chain;

model Heavy
  extends Chain(n = 3, e(each R = 100, i(each unit = "A")));
end Heavy;

model ModifyExtends
  extends Heavy(n = 2, e(final R = {7, 8}));
  Heavy other(e(i(start = {1, 2, 3})));
end ModifyExtends;
