model Quotes "Quotes that are missing
  Real a "voltage;
  Real b(unit = "V);
  Real c "current";
  Real d voltage of it";
  Real e "fine";
  Real f(unit = V");
  Real g "first;
  Real h " next one begins with a blank";
  Real k "fine";
  Real l "voltage annotation (Dialog(
    group = "G"));
  Real m
    Voltage at the pin (positive, in volts)";
  Real n "fine";
end Quotes;
