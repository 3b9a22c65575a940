// `each`, where it is missing and where it says nothing.

model Cell
  parameter Real V = 1;
  parameter Real row[2] = {1, 2};
  Real v(start = 0) = V*exp(-time) + row[1];
end Cell;

model Pack
  Cell cell[2];
  Cell one;
end Pack;

model Each
  Cell all[3](each V = 1.5);
  Cell every[3](V = {1, 2, 3});
  Cell missing[3](V = 1.5);
  Cell rows[2](row = {3, 4});
  Cell right[2](each row = {3, 4});
  Cell inside[2](v(start = 1));
  Cell needless(each V = 2);
  Pack pack(cell(V = 2), one(each V = 3));
  Pack packs[2](each cell(each V = 2), each one(V = 3), each one.row = {1, 1});
  Real x[3](start = 0) = {1, 2, 3}*time;
  Real y[3](each start = 0, min = {0, 0, 0}) = {1, 2, 3}*time;
end Each;
