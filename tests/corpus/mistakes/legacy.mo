package Legacy "Forms of Modelica 1 that are not allowed today"
  connector Pin
    Real v;
    flow Real i;
  end Pin
  model Motor
    Pin in, out;
    replaceable Resistor R extends TwoPin;
  equation
    in.v = out.v;
    connect(R.p, in);
  end Motor;
  model Drive
    Motor Motor;
    pump pump;
  equation
    when time > 1 then
      x = 1;
    end when
  end Drive;
end Legacy;
