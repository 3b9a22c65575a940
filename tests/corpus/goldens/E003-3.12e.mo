// Resistors in parallel as a list of parts: the same voltage, the sum of the currents.

model Component
  Real V, I, R;
equation
  V = I*R;
end Component;

model Parallel
  extends Component;
  Component parts[2](R = {10, 20});
equation
  for k in 1:2 loop
    parts[k].V = V;
  end for;
  sum(parts.I) = I;
end Parallel;

model Test
  extends Parallel(V = 10);
end Test;
