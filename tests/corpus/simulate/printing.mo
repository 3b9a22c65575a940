// Calls without results are made once each time their condition becomes true, with texts as they are then.
model Printing
  impure function print
    input String string = "";
    input String fileName = "";
  external "C" ModelicaInternal_print(string, fileName);
  end print;

  type Mode = enumeration(off, on);
  parameter String who = "model";
  parameter Integer n = 3;
  final parameter String title = who + " " + String(n);
  Real x(start = 0, fixed = true);
  discrete Integer count(start = 0, fixed = true);
  discrete String last(start = "none", fixed = true);
  Mode mode(start = Mode.off, fixed = true);
equation
  der(x) = 1;
  when sample(0.25, 0.25) then
    count = pre(count) + 1;
    mode = if count > 2 then Mode.on else Mode.off;
    last = "tick " + String(count) + " after " + pre(last);
    print(title + ": x = " + String(x, significantDigits = 3) + ", " + String(mode));
    print("time " + String(time, format = ".2f"), "log.txt");
  end when;
  when x > 0.6 then
    print("crossed at " + String(time, significantDigits = 4) + ", last " + last);
  elsewhen x > 0.9 then
    print("late at " + String(time, significantDigits = 4));
  end when;
  when last == "tick 2 after tick 1 after none" then
    print("two");
  end when;
  when initial() then
    print("begin with " + last + " and " + String(x > 0));
  end when;
  when terminal() then
    print("end at " + String(time));
  end when;
end Printing;
