// An amplifier with feedback charges a capacitor until it tips over. It makes no events, and until then all three
// solutions of its loop are there: a step that was too long must not leave behind the one it came to.
model TipsOver
  Real c(start = 0, fixed = true) "Voltage of the capacitor";
  Real v(start = -1) "What the amplifier gives";
  Real g = 1000 * (0.5 * v - c);
equation
  v = smooth(0, noEvent(if g > 1 then 1 else if g < -1 then -1 else g));
  der(c) = v - c;
  annotation(experiment(StopTime = 6));
end TipsOver;
