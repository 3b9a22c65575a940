// Numbers that no Real number can be, in a model and in a function; the largest that can are taken, and small ones are zero.

function f
  input Real x;
  output Real y = x*2e308;
algorithm
end f;

model huge_numbers
  parameter Real fine = 1.7976931348623157e308;
  parameter Real tiny = 1e-400;
  parameter Real large = 1e999999;
  Real y = f(time);
end huge_numbers;
