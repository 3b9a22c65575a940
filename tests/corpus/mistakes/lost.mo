package Lost "Equations, statements and declarations in the wrong section"
  model A
    Real v;
    m*der(v) = 1;
  end A;

  model B
    Pin p, n;
    p.i + n.i = 0;
    p.v = n.v;
  end B;

  model C
    Real v[2];
    v[1] = 1;
  end C;

  model D
    Real v;
    0 = v - 1;
  end D;

  model E
    Real v;
    -v = 1;
  end E;

  model F
    Real v, w;
    (v, w) = f(time);
  end F;

  function g
    input Real x;
    output Real y;
    y := x;
  end g;

  function h
    input Real x;
    output Real y;
    for i in 1:3 loop
      y := y + x;
    end for;
  end h;

  model G
    Real v;
  equation
    v = 1;
    Real[3] w;
    Real y if true;
    .Modelica.SIunits.Voltage u;
    while time > 1 loop
      v = 1;
    end while;
  algorithm
    connect(p, n);
  end G;
end Lost;
