// Subscripts that Boolean and enumerations count, known only while the model runs, in models and in functions.

type Axis = enumeration(x, y);

function picked
  input Real of[Boolean], along[Axis];
  input Boolean which;
  input Axis axis;
  output Real y = 10*of[which] + along[axis];
algorithm
end picked;

model Test
  Real of[Boolean] = {1, 2}, along[Axis] = {3, 4};
  Boolean late = time > 0.5;
  Axis axis = Axis(if late then 2 else 1);
  Real a = of[late], b = along[axis], c = picked(of, along, late, axis);
  Real squares[Boolean];
algorithm
  for i in Boolean loop
    squares[i] := of[i]^2;
  end for;
end Test;
