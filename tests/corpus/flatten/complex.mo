// Operator records: what `+`, `*` and a number in the place of a record mean is defined by functions.

operator record Complex
  Real re;
  Real im;

  encapsulated operator 'constructor'
    import Complex;

    function fromReal
      input Real re;
      input Real im = 0;
      output Complex result;
    algorithm
      result.re := re;
      result.im := im;
    end fromReal;
  end 'constructor';

  encapsulated operator function '+'
    import Complex;
    input Complex a;
    input Complex b;
    output Complex c;
  algorithm
    c := Complex(a.re + b.re, a.im + b.im);
  end '+';

  encapsulated operator '*'
    import Complex;

    function multiply
      input Complex a;
      input Complex b;
      output Complex c;
    algorithm
      c := Complex(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re);
    end multiply;
  end '*';
end Complex;

model ComplexNumbers
  parameter Complex j = Complex(0, 1);
  Complex z = Complex(time) + 2*j;
  Complex w;
  Complex u = j*j;
equation
  w = z*z + 1;
end ComplexNumbers;
