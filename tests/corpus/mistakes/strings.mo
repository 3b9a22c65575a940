model Strings
  Real a "never closed;
  Real b "closed";
  String c = "a \q escape";
  Real 'name;
  Real d "fine";
end Strings;
