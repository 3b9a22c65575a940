// A record of data decides about sizes, whether it is the default or another constant.

package Data
  record Battery
    parameter Real U;
    parameter Integer cells;
  end Battery;

  constant Battery small = Battery(U = 1.5, cells = 2);
  constant Battery large(U = 2, cells = 3);
end Data;

model Stack
  parameter Data.Battery data = Data.small;
  Real u[data.cells];
equation
  u = fill(data.U, data.cells);
end Stack;

model RecordParameters
  Stack default;
  Stack large(data = Data.large);
end RecordParameters;
