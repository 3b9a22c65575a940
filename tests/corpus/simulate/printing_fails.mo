// What cannot be done is told where the call stands.
model PrintingFails
  impure function print
    input String string = "";
    input String fileName = "";
  external "C" ModelicaInternal_print(string, fileName);
  end print;

  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 0.5 then
    print("half", "no/such/folder/log.txt");
  end when;
end PrintingFails;
