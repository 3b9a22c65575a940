// Short classes carry modifications and dimensions along.

type Length = Real(unit = "m", min = 0);

type Height = Length(max = 100);

type Position = Length[3](each start = 1);

model Part
  parameter Real k = 1;
  Real x = k*time;
end Part;

model StrongPart = Part(k = 5);

model ShortClasses
  Height h = time;
  Height hs[2](each nominal = 10) = {time, 2*time};
  Position r = {time, 0, 1};
  Position rs[2];
  StrongPart strong;
  StrongPart stronger(k = 7);
equation
  rs[1] = r;
  rs[2] = 2*r;
end ShortClasses;
