model Windows "BOM and CRLF"
  Real x; // comment
  /* block
  comment */
equation
  x = 1; // ä€
end Windows;
