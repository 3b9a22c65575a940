model Base
  replaceable constant Real c = 1;
  replaceable Real x = 1;
  final replaceable Real f = 2;
  replaceable model M
    Real m = 1;
  end M;
  final replaceable model F
    Real m = 1;
  end F;
  F part;
  model Plain
    Real m = 1;
  end Plain;
protected
  replaceable Real hidden = 3;
end Base;

model Other
  Real m = 2;
end Other;

model Derived
  extends Base;
  redeclare Real c = 2;
  redeclare Real f = 3;
  redeclare Real hidden = 4;
  model extends Plain
    Real n = 2;
  end Plain;
protected
  redeclare Real x = 2;
  redeclare model M = Other;
end Derived;

model BadRedeclared "What a redeclaration may not change"
  Derived derived;
  Base base(redeclare constant Real c = 3, redeclare model F = Other);
end BadRedeclared;
