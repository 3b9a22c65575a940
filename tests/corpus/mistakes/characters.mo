model Characters
  Real größe = 1;
  Real a = 2 – 1;
  Real b = a ≤ 2;
  Boolean c = a != b && !d || e;
  Real f = a**2;
  Real g = $;
  Real h = 50%;
  String s = “curly”;
end Characters;
