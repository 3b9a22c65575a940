// Truth values and literals of enumerations that never change are removed as aliases, and still stand in results.
model ConstantTruth
  type Gear = enumeration(low, middle, high);
  Boolean locked = false;
  Boolean open = not locked;
  Gear gear = Gear.high;
  Integer count = 3;
  annotation(experiment(StopTime = 1));
end ConstantTruth;
