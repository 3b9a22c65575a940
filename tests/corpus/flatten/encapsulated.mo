// An encapsulated class sees what it imports, what it inherits and what is built in, and nothing around it.

package Library
  constant Real factor = 2;

  model Part
    Real x = 1;
  end Part;

  package Shown
    constant Real gain = 3;
  end Shown;

  encapsulated model Closed
    import Library.Shown;
    import Library.Part;
    import gain_ = Library.Shown.gain;
    Part part;
    Real a = Shown.gain + gain_ + sin(time);
    Real b = factor;
    Real c = Library.factor;
    Other d;
    Real e = half(1);
  end Closed;
end Library;

model Other
end Other;

function half
  input Real x;
  output Real y = x/2;
algorithm
end half;

model Test
  Library.Closed closed;
end Test;
