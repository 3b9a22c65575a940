model Cell
  Real x = time;
end Cell;

model Cells = Cell[3];

connector Input = input Real;

model Battery "More than the array it extends"
  extends Cells;
  Real u = 12;
end Battery;

model Row "Nothing but the array"
  extends Cells;
end Row;

package Parts
  replaceable model Heater
    Real q = time;
  end Heater;

  model Room
    extends Heater;
  end Room;
end Parts;

record Curve
  Real y;
end Curve;

record Law
  Real y;
  Real slope;
end Law;

model Pipe "What stands for `Friction` by default lacks something"
  replaceable record Friction = Curve constrainedby Law;
  Friction friction(y = 1);
end Pipe;

operator record Phasor
  Real re;
  Real im;
end Phasor;

operator record Voltage "More than an operator record"
  extends Phasor;
end Voltage;

operator record Current = Phasor(re(unit = "A"), im(unit = "A"));

partial model Shelf
  model Box
    Real x = time;
  end Box;
end Shelf;

model Store "Extends what it inherits"
  extends Shelf;
  extends Box;
end Store;

class Kind "Of no kind of its own"
  extends Cell;
end Kind;

model BaseRules
  Battery battery;
  Row row;
  Parts.Room room;
  Pipe pipe;
  Voltage voltage(re = 1, im = 0);
  Current current(re = 1, im = 0);
  Store store;
  Kind kind;
end BaseRules;
