// Functions called with known arguments are computed; with others the call stays.

function factorial
  input Integer n;
  output Integer f;
algorithm
  f := if n <= 1 then 1 else n*factorial(n - 1);
end factorial;

function divide
  input Integer a;
  input Integer b = 10;
  output Integer quotient = 0;
  output Integer rest = a;
algorithm
  while rest >= b loop
    rest := rest - b;
    quotient := quotient + 1;
  end while;
end divide;

function smallest
  input Real x[:];
  output Real s = x[1];
protected
  Integer n = size(x, 1);
algorithm
  for i in 2:n loop
    if x[i] < s then
      s := x[i];
    end if;
  end for;
end smallest;

model Functions
  constant Integer f5 = factorial(5);
  parameter Real s = smallest({3, 1, 2});
  Real x[factorial(2)];
  Integer a, b;
  Integer onlyRest, onlyQuotient;
equation
  x = {smallest({time, 1 - time}), s};
  (a, b) = divide(integer(10*time), 3);
  onlyQuotient = divide(47);
  (, onlyRest) = divide(b = 4, a = 11);
end Functions;
