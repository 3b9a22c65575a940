model Refused "What is needed to build the model must not depend on the clock or on foreign code"
  function seed
    output Integer seed;
  external "C" seed = ModelicaRandom_automaticGlobalSeed(0.0);
  end seed;

  function cells
    input String file;
    output Integer n;
  external "C" n = count_cells(file);
  end cells;

  function stop
    input String message;
    output Integer n;
  external "C" ModelicaError(message);
  end stop;

  parameter Integer n = cells("pack.txt");
  Real a[n] = fill(1, n);
  Real b[seed()] = {1};
  Real c[stop("this is the end")] = {1};
end Refused;
