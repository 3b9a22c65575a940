operator record Pair
  Real a;
  Real b;
  encapsulated operator 'constructor'
    import Pair;
    function one
      input Real a;
      output Pair p(a = a, b = 0);
    algorithm
    end one;
    function other
      input Real b;
      input Real c = 1;
      output Pair p(a = c, b = b);
    algorithm
    end other;
    function two
      input Boolean swapped;
      output Pair p(a = 1, b = 0);
      output Pair q(a = 0, b = 1);
    algorithm
    end two;
  end 'constructor';
end Pair;

partial function half
  input Real u;
  output Real y;
algorithm
  y := u/2;
end half;

model BadConstructors
  Pair pair = Pair(1.0);
  Real y = half(2);
end BadConstructors;
