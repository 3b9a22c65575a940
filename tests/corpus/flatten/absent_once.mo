// The connection is not there in `one`, so that its end needs no place; in `two` it is, and has none.
model AbsentOnce
  connector Input = input Real;
  connector Output = output Real;

  block Part
    parameter Boolean has = false;
    Output y = 1 if has;
  end Part;

  block Sum
    parameter Integer n = 1;
    Input u[n];
    Output y = sum(u);
  end Sum;

  block Sub
    parameter Boolean has = false;
    Part part(has = has);
    Sum all(n = 0);
  equation
    connect(part.y, all.u[1]);
  end Sub;

  Sub one(has = false);
  Sub two(has = true);
end AbsentOnce;
