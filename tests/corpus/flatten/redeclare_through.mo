// A choice is handed on from level to level.

model Simple
  Real x = 1;
end Simple;

model Refined
  Real x = 2;
  Real extra = 3*x;
end Refined;

model Cell
  replaceable model Core = Simple;
  Core core;
end Cell;

model Module
  replaceable model CellCore = Simple;
  Cell cells[2](redeclare model Core = CellCore);
end Module;

model RedeclareThrough
  Module plain;
  Module fine(redeclare model CellCore = Refined);
end RedeclareThrough;
