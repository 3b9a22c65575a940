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
end Quotes;
