// What an `extends` clause leaves out: components with their connections, and connections alone, in loops too.

connector Input = input Real;
connector Output = output Real;

block Gain
  parameter Real k = 1;
  Input u;
  Output y;
equation
  y = k*u;
end Gain;

block Source
  Output y;
equation
  y = time;
end Source;

model Chain
  Source source;
  Gain gains[3];
  Gain last(k = 5);
  Gain extra if false;
equation
  connect(source.y, gains[1].u);
  for i in 1:2 loop
    connect(gains[i].y, gains[i + 1].u);
  end for;
  connect(gains[3].y, last.u);
  connect(last.y, extra.u);
end Chain;

model OnConnection
  extends Chain(break connect(gains[1].u, source.y));
  Gain between(k = 2);
equation
  connect(source.y, between.u);
  connect(between.y, gains[1].u);
end OnConnection;

model Replaced
  Gain last(k = 7);
  extends Chain(break last, break extra, break connect(gains[i+1].u, gains[ i ].y));
equation
  connect(gains[1].y, gains[2].u);
  connect(gains[2].y, gains[3].u);
  connect(gains[3].y, last.u);
end Replaced;

model Test
  OnConnection first;
  Replaced second;
end Test;
