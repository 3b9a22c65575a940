// What is no connector although it looks like one, and what only connectors have.

connector Pin
  Real v;
  flow Real i;
end Pin;

record Colour
  Real r, g;
end Colour;

connector Plug
  Pin pin;
  Colour colour;
  flow Real q[2];
end Plug;

connector Whole = input Integer;
connector Part = output Real;

block Counter
  Whole u;
end Counter;

block Ramp
  Part y = time;
end Ramp;

model Device
  Plug plug;
  flow Real loose;
  stream Real carried;
equation
  plug.pin.v = 1;
  plug.colour = Colour(1, 2);
  loose = 1;
  carried = 1;
end Device;

model Test
  Device a, b;
  Counter counter;
  Ramp ramp, ramps[3];
equation
  connect(a.plug.pin, b.plug.pin);
  connect(a.plug.pin.v, b.plug.pin.v);
  connect(a.plug.colour, b.plug.colour);
  connect(ramp.y, counter.u);
  connect(ramp.y, ramps.y);
end Test;
