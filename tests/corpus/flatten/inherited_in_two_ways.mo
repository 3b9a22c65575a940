// What redeclares arrives twice where two bases share a base, and takes its place once.
partial model Whole
  replaceable model Kind
    Real y = 1;
  end Kind;
  replaceable model Plain
    Real y = 1;
  end Plain;
  replaceable Real q = 1;
  replaceable Real r = 1;
end Whole;

partial model Middle
  extends Whole;
  redeclare replaceable model extends Kind
    Real z = 2;
  end Kind;
  redeclare model Plain
    Real y = 2;
  end Plain;
  redeclare Real q = 2;
  redeclare replaceable Real r = 2;
end Middle;

partial model Left
  extends Middle;
  parameter Real a = 1;
end Left;

partial model Right
  extends Middle;
  parameter Real b = 1;
end Right;

partial model Further
  extends Middle;
  redeclare model extends Kind
    Real further = 3;
  end Kind;
  redeclare Real r = 3;
end Further;

model Both
  extends Left;
  extends Right;
  Kind kind;
  Plain plain;
end Both;

model FurtherFirst
  extends Further;
  extends Middle;
  Kind kind;
end FurtherFirst;

model FurtherLast
  extends Middle;
  extends Further;
  Kind kind;
end FurtherLast;

model InheritedInTwoWays
  Both both;
  FurtherFirst first;
  FurtherLast last;
end InheritedInTwoWays;
