// One connect of two pins: equal voltages, currents that cancel.

type Voltage = Real(unit = "V");

type Current = Real(unit = "A");

connector Pin
  Voltage v;
  flow Current i;
end Pin;

model Part
  Pin pin;
end Part;

model Pair
  Part pin1, pin2;
equation
  connect(pin1.pin, pin2.pin);
end Pair;
