// What is final cannot be modified, and nothing inside of it (MLS 7.2.6).

model FinalInside
  model Part
    parameter Real k = 1;
    Real x(start = 1);
  equation
    der(x) = -k*x;
  end Part;
  model Fixed
    final parameter Real p = 2;
    final parameter Real q;
    Real z(final start = 2) = p;
    final Part part(k = 3);
    Part open(x(final start = 4), final k = 5);
  end Fixed;
  type Voltage = Real(final unit = "V");
  Fixed attribute(z(start = 5));
  Fixed start(p(start = 3));
  Fixed value(q = 3);
  Fixed deep(part(x(start = 7)));
  Fixed dotted(open.x.start = 7);
  Fixed right(z(min = 0), open(x(min = 0)));
  Voltage v(unit = "mV") = time;
  Voltage u(displayUnit = "mV") = time;
end FinalInside;
