// Functions that annotations name must be there.

function grow
  input Real x;
  output Real y;
algorithm
  y := exp(x);
  annotation(inverse(x = shrink(y)), derivative = slope, Inline = true);
end grow;

function shrink
  input Real y;
  output Real x = log(y);
algorithm
end shrink;

function slope
  input Real x, dx;
  output Real dy = exp(x)*dx;
algorithm
end slope;

function lost
  input Real x;
  output Real y;
algorithm
  y := exp(x);
  annotation(inverse(z = shrunk(y)), derivative = Slopes.first);
end lost;

model Test
  Real x = grow(time) + lost(time);
end Test;
