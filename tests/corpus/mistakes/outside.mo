import Modelica;

model A
  Real x;
end A;

within Tank;

equation
  x = 1;

model B
  Real x;
end B;

end C;
