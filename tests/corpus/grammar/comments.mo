// before everything
/* and again */ within /* inside */ Lib;
model Comments // after the header
  /* before */ Real /* between */ x /* after */; // trailing
  // alone on its line
equation
  x = 1 + // in an expression
    2;
  /* last */
end Comments; // at the end
// after everything
