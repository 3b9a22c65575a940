package Operators
  operator record C "Pairs of numbers that are multiplied like complex ones"
    Real re;
    Real im;
    encapsulated operator 'constructor'
      function fromReal
        import Operators.C;
        input Real re;
        input Real im = 0;
        output C c(re = re, im = im);
      algorithm
      end fromReal;
    end 'constructor';
    encapsulated operator '-'
      function negate
        import Operators.C;
        input C a;
        output C b;
      algorithm
        b := C(-a.re, -a.im);
      end negate;
      function subtract
        import Operators.C;
        input C a;
        input C b;
        output C c;
      algorithm
        c := C(a.re - b.re, a.im - b.im);
      end subtract;
    end '-';
    encapsulated operator '*'
      function multiply
        import Operators.C;
        input C a;
        input C b;
        output C c;
      algorithm
        c := C(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re);
      end multiply;
      function scalarProduct
        import Operators.C;
        input C a[:];
        input C b[size(a, 1)];
        output C c;
      algorithm
        c := C(0);
        for i in 1:size(a, 1) loop
          c := c + a[i]*b[i];
        end for;
      end scalarProduct;
    end '*';
    encapsulated operator function '+'
      import Operators.C;
      input C a;
      input C b;
      output C c;
    algorithm
      c := C(a.re + b.re, a.im + b.im);
    end '+';
    encapsulated operator function '=='
      import Operators.C;
      input C a;
      input C b;
      output Boolean equal;
    algorithm
      equal := a.re == b.re and a.im == b.im;
    end '==';
    encapsulated operator function 'String'
      import Operators.C;
      input C c;
      input String between = "+";
      output String text;
    algorithm
      text := String(c.re) + between + String(c.im) + "j";
    end 'String';
  end C;

  operator record Voltage = C;

  function conj "The same with another sign of the second part"
    input C a;
    output C b = C(a.re, -a.im);
  algorithm
  end conj;

  function power "Scalars, elements of arrays, fields and results of calls"
    input Voltage v[:];
    input C i[size(v, 1)];
    output Real p = 0;
  algorithm
    for k in 1:size(v, 1) loop
      p := p + real(v[k]*conj(i[k]));
    end for;
  end power;

  function real
    input C c;
    output Real r = c.re;
  algorithm
  end real;

  function mixed "Numbers become records, and arrays go by element"
    input C a;
    input C v[:];
    input C m[:, size(v, 1)];
    output C s;
    output C w[size(v, 1)];
    output C r[size(m, 1)];
    output C l[size(v, 1)];
    output Boolean same;
    output String text;
  algorithm
    s := -(2*a) + 1 - a*a;
    w := a*v - (-v);
    r := m*v;
    l := v*m;
    same := s == a;
    text := String(s) + " and " + String(a, between = " + ");
  end mixed;

  function length
    input String s;
    output Integer n;
    external "C" n = ModelicaStrings_length(s);
  end length;

  function all
    input C c;
    output String text;
  protected
    C s;
    C w[2];
    C r[2];
    C l[2];
    Boolean same;
  algorithm
    (s, w, r, l, same, text) := mixed(c, {C(1, 0), C(0, 1)}, {{C(1, 0), C(2, 0)}, {C(0, 3), C(0, 4)}});
  end all;
end Operators;

model Test
  import Operators.*;
  constant C z(re = 1, im = 2);
  constant Real p = power({C(1, 2), C(3)}, {C(0, 1), C(2, -1)});
  C s;
  C w[2];
  C r[2];
  C l[2];
  Boolean same;
  constant String text = all(z);
  C x(re(start = 1, fixed = true), im(start = 2, fixed = true));
  Real q = power({Voltage(x.re, x.im)}, {x});
equation
  (s, w, r, l, same) = mixed(z, {C(1, 0), C(0, 1)}, {{C(1, 0), C(2, 0)}, {C(0, 3), C(0, 4)}});
  der(x.re) = real(x*C(0, 1));
  der(x.im) = real(-x);
end Test;
