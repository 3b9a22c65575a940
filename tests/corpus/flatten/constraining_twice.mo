// What constraining types redeclare, each for itself, is no redeclaration of what may not be replaced: `fan` and `curve` both
// give the medium to whatever takes their place.

package Media
  partial package Any
    constant Real c;
  end Any;

  package Air
    extends Any(c = 7);
  end Air;
end Media;

partial function Curve
  replaceable package Medium = Media.Any;
  input Real x;
  output Real y;
end Curve;

function Straight
  extends Curve;
algorithm
  y := Medium.c*x;
end Straight;

partial model Turbo
  replaceable package Medium = Media.Any;
  replaceable function curve = Straight constrainedby Curve(redeclare package Medium = Medium);
  Real y = curve(time);
end Turbo;

model Fan
  extends Turbo(redeclare function curve = fan);
  replaceable function fan = Straight constrainedby Curve(redeclare package Medium = Medium);
end Fan;

model constraining_twice
  Fan a(redeclare package Medium = Media.Air, redeclare function fan = Straight);
  Fan b(redeclare package Medium = Media.Air);
end constraining_twice;
