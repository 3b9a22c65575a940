// An annotation names the inverse of a function, so that nothing has to be searched for (MLS 12.8).
function cube
  input Real x;
  input Real scale;
  output Real y;
protected
  Integer k = 0;
algorithm
  y := scale;
  while k < 3 loop
    y := y * x;
    k := k + 1;
  end while;
  annotation(inverse(x = root(y, scale)));
end cube;

function root
  input Real y;
  input Real scale;
  output Real x;
protected
  Integer k = 0;
algorithm
  x := 1;
  while k < 60 loop
    x := x - (x ^ 3 - y / scale) / (3 * x ^ 2);
    k := k + 1;
  end while;
end root;

model Inverse
  Real x;
equation
  1 + cube(2 * x, 4) = 33 + time;
end Inverse;
