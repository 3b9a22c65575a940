// What the initial equations find is not known when the model is built: no size, no component, no loop and no number of
// equations may depend on it, whatever the start value is.
model Built_with_guesses
  parameter Integer n(fixed = false, start = 2);
  parameter Integer m = n + 1;
  parameter Boolean there(fixed = false, start = true);
  Real sized[m];
  Real present if there;
  Real looped[3];
  Real branch;
  Real part = sum(looped[1:n]);
initial equation
  n = 3;
  there = true;
equation
  for i in 1:n loop
    looped[i] = 1;
  end for;
  if n > 1 then
    branch = 1;
  end if;
end Built_with_guesses;
