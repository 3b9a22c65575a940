within Lib.Sub;
final package Classes "Every way to write a class"
  encapsulated partial model Base "A long class"
  end Base;
  model extends Inherited(x = 1) "Goes on with an inherited class"
    Real y;
  end Inherited;
  type Voltage = Real(final unit = "V", quantity = "ElectricPotential") "Short";
  type Vector = Real[3];
  connector RealInput = input Real "An input" annotation(Icon());
  connector RealOutput = output .Real;
  expandable connector Bus
  end Bus;
  type Level = enumeration(Low "low", Middle, High "high" annotation(Dialog()));
  replaceable type Free = enumeration(:) constrainedby Level;
  function area
    input Real r;
    output Real a;
  algorithm
    a := 3.14*r^2;
  end area;
  function area_r = der(area, r) "Partial derivative";
  pure function external_sine
    input Real x;
    output Real y;
  external "C" y = sin(x) annotation(Library = "m");
  end external_sine;
  impure function bare
  external "builtin";
  end bare;
  function call_only
    input Real x[:];
  external "C" consume(x, size(x, 1));
  end call_only;
  operator record Complex
    Real re;
    Real im;
    encapsulated operator '+'
      function add
        input Complex a;
      end add;
    end '+';
    operator function '0'
      output Complex zero;
    end '0';
  end Complex;
  block Empty
  end Empty;
  record R = Complex(re = 1);
  class C
  public
  protected
  end C;
  annotation(version = "1", uses(Modelica(version = "4.1.0")));
end Classes;
