Model Keywords "Misspelt in every position"
  paramter Real a = 1;
  Parameter Real b = 1;
  imput Real c;
protcted
  Real d;
intial equation
  d = 0;
eqaution
  fro i in 1:3 loop
    x[i] = 1;
  end fro;
  if a > 1 thn
    b = 2;
  elsif a > 2 then
    b = 3;
  esle
    b = 4;
  end if;
  b = if c then 1 esle 2;
algorihtm
  wile a > 1 loop
    a := 2;
  end while;
ned Keywords;
