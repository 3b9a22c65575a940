function total "Sums of matrices over an index, and of vectors over two"
  input Real a[:, 2, 2];
  input String who = getInstanceName();
  output Real s[2, 2];
  output Real v[2];
algorithm
  assert(size(a, 1) > 0, who);
  s := sum(a[i, :, :] for i in 1:size(a, 1));
  v := sum(a[i, j, :] for i in 1:size(a, 1), j in 1:2);
end total;

model Part
  Real s[2, 2];
  Real v[2];
equation
  (s, v) = total({[1, 2; 3, 4]*time, [1, 0; 0, 1]});
end Part;

model SumsOfArrays
  constant Real known[2, 2] = total({[1, 2; 3, 4], [1, 0; 0, 1]});
  Part part;
end SumsOfArrays;
