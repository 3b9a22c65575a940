package DriveTrain "Shafts, gears, friction elements and an automatic gearbox"
  annotation(version="1.0.0");
end DriveTrain;
