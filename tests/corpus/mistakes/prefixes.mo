model Prefixes
  parameter final Real a = 1;
  parameter parameter Real b = 1;
  constant parameter Real c = 1;
  input output Real d;
  partial Real e;
  flow model F
  end F;
  expandable model G
  end G;
  inner final replaceable Real h;
end Prefixes;
