// Two inherited classes of one name are the same if redeclarations make them so.

package Media
  partial package Any
    constant Real c = 0;
  end Any;

  partial package Gas
    extends Any;
    constant Integer n = 1;
  end Gas;

  package Air
    extends Gas(c = 5);
  end Air;
end Media;

partial model Sensor
  replaceable package Medium = Media.Any;
  Real u = Medium.c;
end Sensor;

block Index
  replaceable package Medium = Media.Gas;
  parameter Integer i = Medium.n;
end Index;

model Fraction
  extends Sensor(redeclare replaceable package Medium = Media.Gas);
  extends Index;
  Real y = i*u;
end Fraction;

model inherited_media
  Fraction f(redeclare package Medium = Media.Air);
end inherited_media;
