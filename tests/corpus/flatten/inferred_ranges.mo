// Loops without a range run over the elements of the arrays that the index is a subscript of, also of those that Boolean or
// an enumeration counts.

type Axis = enumeration(x, y);

record Table
  Real values[2];
end Table;

function total
  input Real x[:];
  input Table table;
  input Real flags[Boolean];
  output Real y;
protected
  constant Real weights[3] = {1, 2, 3};
algorithm
  y := sum(x[i]^2 for i);
  for i loop
    y := y + table.values[i];
  end for;
  for b loop
    y := y + (if b then flags[b] else 0);
  end for;
  for w loop
    y := y*weights[w];
  end for;
end total;

model Part
  Real u[2];
end Part;

model Test
  Real x[3], y[2, 3], z[Axis], s = sum(x[k]*x[k] for k), t[3] = {2*x[i] for i};
  Part parts[2];
  Real whole = total(x, Table({1, 2}), {3, 4});
equation
  for i loop
    x[i] = i; // not "w[i]"
  end for;
  for j, k loop
    y[j, k] = x[k] + j;
  end for;
  for a loop
    z[a] = if a == Axis.x then time else 1;
  end for;
algorithm
  for n, m loop
    parts[n].u[m] := y[n, m + 1];
  end for;
end Test;
