// Ranges with and without step, empty ones, and ranges of Real.

model Ranges
  parameter Integer up[:] = 1:4;
  parameter Integer down[:] = 5:-2:0;
  parameter Real fine[:] = 0:0.25:1;
  parameter Integer none[:] = 3:2;
  parameter Real grid[:] = linspace(0, 1, 3);
  Real x[2];
equation
  for i in {2, 1} loop
    x[i] = i*time;
  end for;
  for i in 2:1 loop
    x[i] = 0;
  end for;
end Ranges;
