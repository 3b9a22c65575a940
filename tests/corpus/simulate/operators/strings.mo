// 3.7.1: String with its options; each text is compared with what the definition gives.
model strings
  type E = enumeration(one, two, three);
  parameter Boolean t1 = String(true) == "true",
    t2 = String(false, minimumLength = 7) == "false  ",
    t3 = String(12) == "12",
    t4 = String(-3, minimumLength = 5) == "-3   ",
    t5 = String(5, minimumLength = 4, leftJustified = false) == "   5",
    t6 = String(3.5) == "3.5",
    t7 = String(1/3, significantDigits = 3) == "0.333",
    t8 = String(12.3456) == "12.3456",
    t9 = String(0.0123456) == "0.0123456",
    t10 = String(2.5, format = ".3f") == "2.500",
    t11 = String(255, format = "x") == "ff",
    t12 = String(7, format = "5d") == "    7",
    t13 = String(E.two) == "two",
    t14 = String(-0.5, minimumLength = 8, leftJustified = false) == "    -0.5",
    t15 = String(1.5, format = "10.2e") == "  1.50e+00";
  Boolean right[15] = {t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14, t15};
  annotation(experiment(StopTime = 2, Interval = 1, Tolerance = 1e-08));
end strings;
