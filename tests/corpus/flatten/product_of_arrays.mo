// Of arrays only a sum can be made over an index.
model product_of_arrays
  parameter Real a[2, 3] = [1, 2, 3; 4, 5, 6];
  Real p = product(a[:, k] for k in 1:3);
  Real m = max(a[i, k] for i in 1:2, k in 1:3);
  function largest
    input Real a[:, :];
    output Real y = max(a[:, k] for k in 1:size(a, 2));
  algorithm
  end largest;
  Real q = largest(a);
end product_of_arrays;
