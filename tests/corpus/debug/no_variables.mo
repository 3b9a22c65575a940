// Equations alone.
model Empty
  parameter Real a = 1;
equation
  a = 1;
end Empty;
