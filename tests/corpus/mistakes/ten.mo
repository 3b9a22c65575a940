package Ten "Ten separate mistakes, ten errors"
  modle Resistor
    Real v;
  end Resistor;
  model Capacitor
    parameter Real C = ;
    Real v, i
  equation
    C*der(v) = i;
  end Capacitr;
  connector Pin
    Real v;
    flow Real i[;
  end Pin;
  model Ground
    Pin p;
  equation
    p.v == 0;
  end Ground;
  function half
    input Real x;
    output Real y;
  algoritm
    y = x/2;
  end half;
  model Source
    constant parameter Real V = 1;
    Real v = V ! 2;
  equation
    if v > 1 the
      v = 2;
    end if;
  end Source;
  model Fine "still read"
    Real x = 1;
  end Fine;
end Ten;
