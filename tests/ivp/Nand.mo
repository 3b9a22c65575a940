// A gate of three transistors whose inputs rise and fall: capacities that depend on voltages, and bends of the inputs
// every five nanoseconds. The published digits belong to a beta that is ten times smaller where current flows back.
model Nand
  parameter Real RGS = 4, RGD = 4, RBS = 10, RBD = 10, CGS = 0.6e-4, CGD = 0.6e-4, C9 = 0.5e-4, VDD = 5, VBB = -2.5;
  Real y[14](
    start = {5, 5, VBB, VBB, 5, 3.62385, 5, VBB, VBB, 3.62385, 0, 3.62385, VBB, VBB},
    each fixed = true);
  Real V1, V2 "Inputs";
  discrete Real start1(start = 0, fixed = true), start2(start = 0, fixed = true) "When the inputs began anew";
  Real i1 = current(false, y[2] - y[1], y[5] - y[1], y[3] - y[5], y[5] - y[2], y[4] - VDD);
  Real i2 = current(true, y[7] - y[6], V1 - y[6], y[8] - y[10], V1 - y[7], y[9] - y[5]);
  Real i3 = current(true, y[12] - y[11], V2 - y[11], y[13], V2 - y[12], y[14] - y[10]);
  Real c35 = capacity(y[3] - y[5]), c95 = capacity(y[9] - y[5]), c810 = capacity(y[8] - y[10]);
  Real c1410 = capacity(y[14] - y[10]);
  function current
    input Boolean enhancement;
    input Real vds, vgs, vbs, vgd, vbd;
    output Real i;
  protected
    Real VT0 = if enhancement then 0.2 else -2.43, gamma = if enhancement then 0.035 else 0.2;
    Real phi = if enhancement then 1.01 else 1.28;
    Real forth = if enhancement then 1.748e-3 else 5.35e-4, back = if enhancement then 1.748e-4 else 5.35e-4;
    Real over;
  algorithm
    if vds > 0 then
      over := vgs - VT0 - gamma*(sqrt(phi - vbs) - sqrt(phi));
      i := if over <= 0 then 0
        else if over <= vds then -forth*over^2*(1 + 0.02*vds)
        else -forth*vds*(2*over - vds)*(1 + 0.02*vds);
    else
      over := vgd - VT0 - gamma*(sqrt(phi - vbd) - sqrt(phi));
      i := if over <= 0 then 0
        else if over <= -vds then back*over^2*(1 - 0.02*vds)
        else -back*vds*(2*over + vds)*(1 - 0.02*vds);
    end if;
  end current;
  function leak
    input Real v;
    output Real i = if v <= 0 then -1e-14*(exp(v/25.85) - 1) else 0;
  algorithm
  end leak;
  function capacity
    input Real v;
    output Real c = if v <= 0 then 2.4e-5/sqrt(1 - v/0.87) else 2.4e-5*(1 + v/(2*0.87));
  algorithm
  end capacity;
equation
  when sample(20, 20) then
    start1 = time;
  end when;
  when sample(40, 40) then
    start2 = time;
  end when;
  V1 = if time < start1 + 5 then 0 elseif time < start1 + 10 then time - start1 - 5
    elseif time < start1 + 15 then 5 else start1 + 20 - time;
  V2 = if time < start2 + 15 then 0 elseif time < start2 + 20 then time - start2 - 15
    elseif time < start2 + 35 then 5 else start2 + 40 - time;
  CGS*(der(y[1]) - der(y[5])) = -(y[1] - y[5])/RGS - i1;
  CGD*(der(y[2]) - der(y[5])) = -(y[2] - VDD)/RGD + i1;
  c35*(der(y[3]) - der(y[5])) = -(y[3] - VBB)/RBS + leak(y[3] - y[5]);
  capacity(y[4] - VDD)*der(y[4]) = -(y[4] - VBB)/RBD + leak(y[4] - VDD);
  -CGS*der(y[1]) - CGD*der(y[2]) - c35*der(y[3]) + (CGS + CGD + c35 + c95 + C9)*der(y[5]) - c95*der(y[9]) =
    -(y[5] - y[1])/RGS - leak(y[3] - y[5]) - (y[5] - y[7])/RGD - leak(y[9] - y[5]);
  CGS*(der(y[6]) - der(V1)) = -(y[6] - y[10])/RGS - i2;
  CGD*(der(y[7]) - der(V1)) = -(y[7] - y[5])/RGD + i2;
  c810*(der(y[8]) - der(y[10])) = -(y[8] - VBB)/RBS + leak(y[8] - y[10]);
  c95*(der(y[9]) - der(y[5])) = -(y[9] - VBB)/RBD + leak(y[9] - y[5]);
  -c810*der(y[8]) + (c810 + c1410 + C9)*der(y[10]) - c1410*der(y[14]) =
    -(y[10] - y[6])/RGS - leak(y[8] - y[10]) - (y[10] - y[12])/RGD - leak(y[14] - y[10]);
  CGS*(der(y[11]) - der(V2)) = -y[11]/RGS - i3;
  CGD*(der(y[12]) - der(V2)) = -(y[12] - y[10])/RGD + i3;
  capacity(y[13])*der(y[13]) = -(y[13] - VBB)/RBS + leak(y[13]);
  c1410*(der(y[14]) - der(y[10])) = -(y[14] - VBB)/RBD + leak(y[14] - y[10]);
  annotation(experiment(StopTime = 80));
end Nand;
