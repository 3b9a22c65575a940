// The four forms of import, in an encapsulated class that sees nothing else of its surroundings.

package Library
  constant Real g = 9.81;

  package Math
    constant Real half = 0.5;
    constant Real third = 1/3;

    function square
      input Real x;
      output Real y;
    algorithm
      y := x^2;
    end square;
  end Math;

  package Units
    type Mass = Real(unit = "kg", min = 0);
    type Speed = Real(unit = "m/s");
  end Units;
end Library;

encapsulated model Imports
  import Library.Math;
  import U = Library.Units;
  import Library.Math.square;
  import Library.Math.{half, third};
  import Library.*;

  parameter U.Mass m = 2;
  U.Speed v(start = 1);
  Real energy = half*m*square(v);
  Real part = third*energy + Math.half*energy;
equation
  der(v) = -g;
end Imports;
