// Names that do not exist, or mean something else than needed.

package Library
  model Part
    parameter Real R = 1;
    Real i = R*time;
  end Part;
end Library;

model WrongNames
  Library.Part part(i(strat = 1));
  Library.Prat other;
  Real x = part.j;
  Real y = Library.Part;
  Real z = lenght(2);
  Real u = sin(x) + unknown;
end WrongNames;
