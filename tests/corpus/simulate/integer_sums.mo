// Two whole numbers from their sum and their difference: nothing is solved for whole numbers.
model Sums
  Integer a, b;
equation
  a + b = 4;
  a - b = 2;
end Sums;
