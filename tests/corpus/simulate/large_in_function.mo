// 19! is the first factorial beyond 2^53.
function factorial
  input Integer n;
  output Integer r = 1;
algorithm
  for i in 1:n loop
    r := r*i;
  end for;
end factorial;

model LargeInFunction
  Integer fine = factorial(18);
  Integer n = factorial(integer(19 + 0.1*time));
end LargeInFunction;
