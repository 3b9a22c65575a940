// What a constraining type redeclares gives way to what the class that takes the place has redeclared for good.

package Phases
  partial package Any
    constant Integer n;
  end Any;

  package One
    extends Any(n = 1);
  end One;
end Phases;

connector Plug
  Real v[2];
end Plug;

connector Pair
  Real v[2];
  Real w;
end Pair;

partial model Conversion
  replaceable package Phase = Phases.Any;
  replaceable Plug a;
  Real x[Phase.n];
end Conversion;

model Transformer
  extends Conversion(redeclare package Phase = Phases.One, redeclare Pair a);
equation
  x = fill(time, Phase.n);
  a.v = {1, 2};
  a.w = 3;
end Transformer;

partial model Converter
  replaceable Conversion conversion constrainedby Conversion(
    redeclare package Phase = Phases.One,
    redeclare Pair a);
end Converter;

model constraining_last
  extends Converter(redeclare Transformer conversion);
end constraining_last;
