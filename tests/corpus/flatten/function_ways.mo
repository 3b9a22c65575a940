type Argument = input Real;
type Result = output Real[2];

function Split "Inputs and outputs by their types"
  Argument u;
  Result y;
protected
  Real half = u/2;
algorithm
  y := {half, u - half};
end Split;

model FunctionWays
  Real x[2] = Split(time);
end FunctionWays;
