// `model extends`: a class of the base class is kept under its name and added to.

package Standard
  replaceable model Valve
    parameter Real k = 1;
    Real flow_;
    Real dp = 2;
  equation
    flow_ = k*dp;
  end Valve;

  model Line
    Valve valve(k = 5);
  end Line;
end Standard;

package Special
  extends Standard;

  redeclare model extends Valve(k = 3)
    Real leak = 0.1*flow_;
  end Valve;
end Special;

model ClassExtends
  Standard.Line old;
  Special.Line new;
  Special.Valve alone;
end ClassExtends;
