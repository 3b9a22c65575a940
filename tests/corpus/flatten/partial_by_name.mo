// The place is that of the word `partial`, whatever name the function is called by.
partial function half
  input Real u;
  output Real y;
algorithm
  y := u/2;
end half;

function renamed = half;

partial function open
  input Real u;
  output Real y;
end open;

function reopened = open;

model PartialByName
  Real a = renamed(1);
  Real b = reopened(1);
end PartialByName;
