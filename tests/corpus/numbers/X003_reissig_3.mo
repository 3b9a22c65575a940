// X003-reissig-3: three times E003-7.4.1-g2 in a row. The structural index is 4, the true one 1, whatever the length.
model X003_reissig_3
  Real y0, y1, y2, y3, x1, x2, x3;
equation
  y0 = sin(time);
  der(y0) - der(x1) - y1 = 0;
  -der(y0) + der(x1) + x1 = 0;
  der(y1) - der(x2) - y2 = 0;
  -der(y1) + der(x2) + x2 = 0;
  der(y2) - der(x3) - y3 = 0;
  -der(y2) + der(x3) + x3 = 0;
end X003_reissig_3;
