model LoopRanges "How many equations a loop makes must be known, and which; statements are another matter"
  Integer order[3] = {3, 1, 2};
  parameter Integer fixed[3] = {3, 1, 2};
  Real x[3];
  Real y[3];
  Real z[3];
equation
  for i in order loop
    x[i] = i*time;
  end for;
  for i in fixed, j in {i} loop
    y[i] = j*time;
  end for;
algorithm
  for i in order loop
    z[i] := i*time;
  end for;
end LoopRanges;
