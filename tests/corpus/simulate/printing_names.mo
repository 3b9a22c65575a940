// The default of an input names the instance that calls; a function is no instance and goes by the name of the model.
model PrintingNames
  impure function print
    input String string = "";
    input String fileName = "";
  external "C" ModelicaInternal_print(string, fileName);
  end print;

  function quoted
    input String text = getInstanceName();
    output String quote = "<" + text + ">";
  algorithm
  end quoted;

  impure function say
    input String who = getInstanceName();
  algorithm
    print("say " + who);
  end say;

  impure function sayMore
    input String who = "in " + getInstanceName() + " and " + quoted();
  algorithm
    print("sayMore " + who);
  end sayMore;

  impure function pass
  algorithm
    say();
    sayMore();
  end pass;

  block Speaker
  equation
    when time > 0.5 then
      say();
      sayMore();
      pass();
    end when;
  end Speaker;

  Speaker speaker;
  Real x = time;
end PrintingNames;
