// Each square has two roots, and the start value decides which one is found. Of equal variables that begin with different ones the
// start value counts that is written nearest to the model; of a parameter it counts where that got its value (the Modelica Language
// Specification, "Recommended selection of start values"; M1 to M3 are its examples). Wherever the variables stand, and
// whichever is declared first, the root is 2; what a type says of its variables counts last.
model StartPriority
  type Guessed = Real(start = -1);
  model M1
    Real y(start = -5);
    Real x(start = -4);
  equation
    x = y;
    x^2 = 4;
  end M1;
  model M2
    parameter Real yStart = -5;
    parameter Real xStart = -4;
    Real y(start = yStart);
    Real x(start = xStart);
  equation
    x = y;
    x^2 = 4;
  end M2;
  connector Pin
    Real v;
    flow Real f;
  end Pin;
  model Square
    Pin p;
  equation
    p.v^2 = 4;
  end Square;
  model M3
    model Local
      parameter Real xStart = -4;
      Real x(start = xStart);
      Pin p;
    equation
      x = p.v;
      p.f = 0;
    end Local;
    model Wrapped
      parameter Real xStart = -4;
      Local m(xStart = xStart);
      Pin p;
    equation
      connect(m.p, p);
    end Wrapped;
    Local mx;
    Wrapped my(xStart = 3);
    Square square;
  equation
    connect(mx.p, square.p);
    connect(my.p, square.p);
  end M3;
  model Typed
    model Inner
      Real x;
      Pin p;
    equation
      x = p.v;
      p.f = 0;
    end Inner;
    Guessed y;
    Inner inside(x(start = 3));
    Square square;
  equation
    y = inside.x;
    connect(inside.p, square.p);
  end Typed;
  M1 m1(x(start = 3));
  M2 m2(xStart = 3);
  M3 m3;
  Typed typed;
  Guessed z;
equation
  z = typed.y;
end StartPriority;
