// A subsystem with an input that goes on inside, which the model does not feed.
connector Input = input Real;
connector Output = output Real;

block Filter
  parameter Real T = 0.1;
  Input u;
  Output y(start = 0, fixed = true);
equation
  T*der(y) = u - y;
end Filter;

block Two
  Input u;
  Output y;
  Filter first, second;
equation
  connect(u, first.u);
  connect(first.y, second.u);
  connect(second.y, y);
end Two;

model Plant
  Two two;
  Real wanted = sin(time);
end Plant;
