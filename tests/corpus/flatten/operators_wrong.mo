package Wrong
  operator record Point
    Real x;
    Real y;
    encapsulated operator function '+'
      import Wrong.Point;
      input Point a;
      input Point b;
      output Point c;
    algorithm
      c := Point(a.x + b.x, a.y + b.y);
    end '+';
  end Point;

  function undefined "There is no product of points, and nothing makes a number a point"
    input Point a;
    output Point b;
  algorithm
    b := a*a;
    b := a + 1;
    b := -a;
  end undefined;

  function text "A text is joined with texts only, and a record has one if its class says so"
    input Real r;
    input Point p;
    output String s;
  algorithm
    s := "at " + r;
    s := "at " + String(p);
  end text;

  function numbers
    input Real r;
    input Boolean on;
    output Boolean b;
  algorithm
    b := on and r;
    b := r > on;
  end numbers;
end Wrong;

model Test
  import Wrong.*;
  Point p = undefined(Point(1, 2));
  String s = text(1, p);
  Boolean b = numbers(1, true);
  Point m[2, 2];
  Point v[2] = m + v;
end Test;
