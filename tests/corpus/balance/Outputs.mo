// Two outputs meet inside a block that has an input of its own.
connector RealInput = input Real;
connector RealOutput = output Real;

block Source
  RealOutput y;
equation
  y = time;
end Source;

block Chooser
  RealInput u;
  RealOutput y;
  Source source;
equation
  connect(u, y);
  connect(source.y, y);
end Chooser;

model Test
  Chooser chooser(u = 1);
end Test;
