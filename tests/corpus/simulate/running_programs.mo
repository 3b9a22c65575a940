// A model does not start programs.
model RunningPrograms
  impure function run
    input String string;
    output Integer result;
  external "C" result = system(string);
  end run;

  Real x(start = 0, fixed = true);
  discrete Integer result(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 0.5 then
    result = run("ls");
  end when;
end RunningPrograms;
