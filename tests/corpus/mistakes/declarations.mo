model Declarations "Parts of a declaration in the wrong place"
  Real parameter a = 2;
  Real flow b;
  Real c,
  Real d;
  Real e Real f;
  Real g; "length"
  Real h "length" = 1;
  Real k = 1 (start = 0);
  Real l(start == 2);
  Real o start = 1;
  Real p = 1 [m];
  Real m(start 2);
  type Voltage Real(unit = "V");
  type Current := Real;
end Declarations;
