// E003-7.7: two masses as the source prints them, with a sign lost in the second equation. The structural index is 3, but
// nothing determines a2.
model E003_7_7_printed
  Real w1, p1, a2, w2, p2;
equation
  w1 = der(p1);
  a2 = der(w1);
  w2 = der(p2);
  a2 = der(w2);
  p1 = p2;
end E003_7_7_printed;
