// A branch that a condition rules out is Modelica all the same: names mean something there, and sides have one type. Sizes,
// subscripts and components that are not there may be the reason for the condition.
model RuledOut
  parameter Boolean fancy = false;
  parameter Integer n = 1;
  Boolean late = time > 1;
  Real x;
  Real y[n];
  Real z;
  Real extra = 1 if fancy;
equation
  if fancy then
    x = tyme;
    y[1] = late;
    z = extra;
  elseif n > 1 then
    x = y[2];
    y = {1, 2};
    z = 5;
  else
    x = 3;
    y[1] = 4;
    z = 5;
  end if;
  if true then
  else
    y = {unknown(i) for i in 1:n};
    assert(late, "late");
  end if;
algorithm
  if n > 1 then
    z := missing + y[2];
  end if;
end RuledOut;
