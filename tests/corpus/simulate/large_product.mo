// 4000000000 squared is 1.6e19, which is more than 2^53 = 9007199254740992.
model LargeProduct
  parameter Integer a = 4000000000;
  Integer n = a*a;
end LargeProduct;
