// A circuit that adds two numbers of two bits: ten gates and three transistors more, with inputs that rise and fall. The
// nodes between gates hang on capacitors that lead nowhere but to the transistors around them, so that no charge stays
// there: their potentials are algebraic. The publication writes 350 equations for charges and potentials by hand.
package Gates
  constant Real RG = 8e-4, RB = 2e-3, CG = 0.6, VDD = 5, VBB = -2.5;

  connector Pin
    Real v;
    flow Real i;
  end Pin;

  function current "of a channel, by its voltage and by how far the gate is above the threshold"
    input Real v, over;
    output Real i = (if over <= 0 then 0 else if over <= v then over^2 else v*(2*over - v))*(1 + 0.02*v);
  algorithm
  end current;

  function leak "The current of a junction"
    input Real v;
    output Real i = if v <= 0 then -5e-11*(exp(v/25.85) - 1) else 0;
  algorithm
  end leak;

  function charge "of a junction between two nodes; the publication counts from zero where one of them is the supply"
    input Real v, above;
    output Real q = (if v <= 0 then 0.24/sqrt(1 - v/0.87) else 0.24*(1 + v/(2*0.87)))*above;
  algorithm
  end charge;

  model Transistor
    parameter Real VT0 = 0.2, gamma = 0.035, phi = 1.01, beta;
    parameter Boolean supply = false "The drain is at the supply";
    Pin g, s, d;
    Real us(start = 0, fixed = true), ud(start = if supply then VDD else 0, fixed = true) "Potentials inside";
    Real ubs(start = VBB, fixed = true), ubd(start = VBB, fixed = true);
    Real vgs = g.v - us, vgd = g.v - ud, vds = ud - us, vbs = ubs - s.v, vbd = ubd - d.v;
    Real qs = charge(vbs, vbs), qd = charge(vbd, if supply then ubd else vbd);
    Real i = if noEvent(vds > 0) then -beta*current(vds, vgs - VT0 - gamma*(sqrt(phi - vbs) - sqrt(phi)))
      else beta*current(-vds, vgd - VT0 - gamma*(sqrt(phi - vbd) - sqrt(phi)));
  equation
    CG*der(vgs) = (us - s.v)/RG + i;
    CG*der(vgd) = (ud - d.v)/RG - i;
    der(qs) = -(ubs - VBB)/RB + leak(vbs);
    der(qd) = -(ubd - VBB)/RB + leak(vbd);
    g.i = CG*(der(vgs) + der(vgd));
    s.i = (s.v - us)/RG + leak(vbs) - der(qs);
    d.i = (d.v - ud)/RG + leak(vbd) - der(qd);
  end Transistor;

  model Pull = Transistor(beta = 4*2.185);
  model Strong = Transistor(beta = 8*2.185);

  model Supply
    Pin p;
  equation
    p.v = VDD;
  end Supply;

  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model Input "rises in every period, stays and falls"
    parameter Real delay, stays, period;
    Pin p;
    discrete Real begun(start = 0, fixed = true);
  equation
    when sample(period, period) then
      begun = time;
    end when;
    p.v = if time < begun + delay then 0
      elseif time < begun + delay + 5 then time - begun - delay
      elseif time < begun + delay + 5 + stays then 5
      elseif time < begun + delay + 10 + stays then begun + delay + 10 + stays - time
      else 0;
  end Input;

  model Capacitor "to ground"
    Pin p(v(start = 0, fixed = true));
  equation
    2*der(p.v) = p.i;
  end Capacitor;

  partial model Gate
    Pin a, b, y;
    Transistor load(VT0 = -2.43, gamma = 0.2, phi = 1.28, beta = 2.675, supply = true);
    Supply supply;
    Ground ground;
  equation
    connect(load.g, y);
    connect(load.s, y);
    connect(load.d, supply.p);
  end Gate;

  model Nor
    extends Gate;
    Pull first, second;
  equation
    connect(first.g, a);
    connect(first.s, ground.p);
    connect(first.d, y);
    connect(second.g, b);
    connect(second.s, ground.p);
    connect(second.d, y);
  end Nor;

  model AndOr "not (a or b and c)"
    extends Gate;
    Pin c;
    Pull alone;
    Strong upper, lower;
  equation
    connect(alone.g, a);
    connect(alone.s, ground.p);
    connect(alone.d, y);
    connect(upper.g, b);
    connect(upper.s, lower.d);
    connect(upper.d, y);
    connect(lower.g, c);
    connect(lower.s, ground.p);
  end AndOr;

  model Nand
    extends Gate;
    Strong upper, lower;
  equation
    connect(upper.g, a);
    connect(upper.s, lower.d);
    connect(upper.d, y);
    connect(lower.g, b);
    connect(lower.s, ground.p);
  end Nand;

  model OrAnd "not (a and (b or c))"
    extends Nand;
    Pin c;
    Strong other;
  equation
    connect(other.g, c);
    connect(other.d, lower.d);
    connect(other.s, ground.p);
  end OrAnd;
end Gates;

model TwoBit
  Gates.Input a1(delay = 0, stays = 5, period = 20), b1(delay = 10, stays = 15, period = 40);
  Gates.Input a2(delay = 30, stays = 35, period = 80), b2(delay = 70, stays = 75, period = 160);
  Gates.Input carry(delay = 150, stays = 155, period = 320);
  Gates.Nor nor1, nor2, nor3;
  Gates.AndOr half1, sum1, over1, half2, out;
  Gates.Nand nand;
  Gates.OrAnd sum2;
  Gates.Transistor last[3](each beta = 12*2.185);
  Gates.Ground ground;
  Gates.Capacitor load[3];
  Real x[3] = {sum1.y.v, sum2.y.v, out.y.v} "The bits of the sum and what is carried on, all inverted";
equation
  connect(nor1.a, a1.p);
  connect(nor1.b, b1.p);
  connect(half1.a, nor1.y);
  connect(half1.b, b1.p);
  connect(half1.c, a1.p);
  connect(nor2.a, half1.y);
  connect(nor2.b, carry.p);
  connect(sum1.a, nor2.y);
  connect(sum1.b, carry.p);
  connect(sum1.c, half1.y);
  connect(over1.a, nor1.y);
  connect(over1.b, carry.p);
  connect(over1.c, half1.y);
  connect(nor3.a, a2.p);
  connect(nor3.b, b2.p);
  connect(half2.a, nor3.y);
  connect(half2.b, b2.p);
  connect(half2.c, a2.p);
  connect(nand.a, over1.y);
  connect(nand.b, half2.y);
  connect(sum2.a, nand.y);
  connect(sum2.b, over1.y);
  connect(sum2.c, half2.y);
  connect(out.a, nor3.y);
  connect(out.b, nor1.y);
  connect(out.c, half2.y);
  connect(last[1].g, half2.y);
  connect(last[1].d, out.y);
  connect(last[1].s, last[2].d);
  connect(last[2].g, half1.y);
  connect(last[2].s, last[3].d);
  connect(last[3].g, carry.p);
  connect(last[3].s, ground.p);
  connect(load[1].p, sum1.y);
  connect(load[2].p, sum2.y);
  connect(load[3].p, out.y);
  annotation(experiment(StopTime = 320));
end TwoBit;
