// What each kind of class may hold, extend and be used as. Every class breaks one rule.

connector Pin
  Real v;
  flow Real i;
end Pin;

connector ActivePin
  Real v;
  flow Real i;
equation
  v = 2*i;
end ActivePin;

connector SecretPin
  Real v;
protected
  Real hidden;
public
  flow Real i;
end SecretPin;

connector ModelPin
  Real v;
  flow Real i;
  Part part;
end ModelPin;

connector CountingPin
  Real v;
  flow Integer i;
end CountingPin;

connector WorldPin
  outer Real T;
  Real v;
  flow Real i;
end WorldPin;

record Computing
  Real x;
  Real y;
equation
  y = 2*x;
end Computing;

record Directed
  input Real x;
end Directed;

record Wired
  Pin pin;
end Wired;

type Length
  extends Real(unit = "m");
  Real more;
end Length;

type Shape = Computing;

model Part
  Real x = time;
end Part;

record Heavy
  extends Part;
end Heavy;

block Signal
  extends Part;
end Signal;

block Meter
  Pin pin;
equation
  pin.i = 0;
end Meter;

model Value
  extends Real;
end Value;

package Tools
  constant Real g = 9.81;
  Real level;
  model Box
    Real y = g*time;
  end Box;
end Tools;

operator record Pair
  Real a;
  operator '+'
    constant Real zero = 0;
    function add
      input Pair p;
      input Pair q;
      output Pair r = Pair(a = p.a + q.a);
    end add;
  end '+';
end Pair;

record More
  extends Pair;
  Real b;
end More;

model Outside
  Real x = time;
external "C";
end Outside;

model RulesKinds
  ActivePin activePin;
  SecretPin secretPin;
  ModelPin modelPin;
  inner Real T = 300;
  WorldPin worldPin;
  Computing computing;
  Directed directed;
  Wired wired;
  Length length;
  Shape shape;
  Heavy heavy;
  Signal signal;
  Meter meter;
  Value value;
  Tools tools;
  Tools.Box box;
  Pair pair = Pair(1) + Pair(2);
  More more;
  Outside outside;
  parameter Part part;
  Part valued = 3;
  CountingPin counting;
end RulesKinds;
