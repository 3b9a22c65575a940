// Signals that never change, of every type: truths are 0 and 1 in results, values of an enumeration count from 1.

model ConstantSignals
  type Level = enumeration(low, high);
  Boolean off = false;
  Boolean on = not off;
  Integer count = 3;
  Level level = Level.high;
  Real x = if on then time else 0;
end ConstantSignals;
