// What is wrong with classes that the model does not use, as far as that can be told without using them: imports, bases, types,
// modifications and the bodies of functions. Equations are looked at when a model with them is checked.

package Parts
  model Part
    parameter Real size = 1;
  protected
    parameter Real secret = 1;
  end Part;
  partial function Law
    input Real u;
    output Real y;
  end Law;
end Parts;

model Broken
  import Parts.Prat;
  import Parts.Part;
  import Parts.Part;
  import Absent.Thing;
  Part part(siz=2, secret=3);
  Unknown unknown;
  Real x = nothing "looked at when a model has it";
end Broken;

function broken
  input Real x;
  output Real y;
algorithm
  y := x + z;
  x := 2;
end broken;

function callsPartial "right: it may be redeclared"
  input Real x;
  output Real y;
protected
  replaceable function law = Parts.Law;
algorithm
  y := law(x);
end callsPartial;

model Wrong
  extends broken;
end Wrong;

model UnusedClasses
  Parts.Part part;
  Real x = part.size;
end UnusedClasses;
