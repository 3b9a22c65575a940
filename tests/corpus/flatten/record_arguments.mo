// Records made from too many fields, from unknown ones and from the same twice, in equations and in functions; the
// constructors of an operator record are told apart by their arguments in both.

operator record Vector
  Real x;
  Real y;
  encapsulated operator 'constructor'
    function fromReal
      import Vector;
      input Real a;
      output Vector v(x = a, y = 0);
    algorithm
    end fromReal;
    function fromArray
      import Vector;
      input Real a[2];
      output Vector v(x = a[1], y = a[2]);
    algorithm
    end fromArray;
  end 'constructor';
end Vector;

model RecordArguments
  record Pair
    Real a;
    Real b = 2;
  end Pair;
  function right
    input Real x;
    output Real y;
  protected
    Vector v;
  algorithm
    v := Vector({x, 2*x});
    y := v.x + v.y;
    v := Vector(x);
    y := y + v.x;
  end right;
  function many
    input Real x;
    output Real y;
  protected
    Pair p;
  algorithm
    p := Pair(x, 2, 3);
    y := p.a;
  end many;
  function unknown
    input Real x;
    output Real y;
  protected
    Pair p;
  algorithm
    p := Pair(a = x, c = 3);
    y := p.a;
  end unknown;
  function twice
    input Real x;
    output Real y;
  protected
    Pair p;
  algorithm
    p := Pair(a = x, a = 3);
    y := p.a + scaled(x = 1, x = 2);
  end twice;
  function scaled
    input Real x;
    input Real k = 1;
    output Real y;
  algorithm
    y := k*x;
  end scaled;
  Pair p = Pair(a = 1, a = 3);
  Pair q = Pair(1, a = 3);
  Real y = right(time) + many(time) + unknown(time) + twice(time);
end RecordArguments;
