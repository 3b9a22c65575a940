"""The special operators of sections 3.7.2 and 3.7.4 of the Modelica specification: der, homotopy, streams, transport, delay."""

from math import cos, exp, floor, sin

from .case import constant, continuous, held, operator, reached

def special():
    """3.7.4 Derivative and special purpose operators."""
    operator("derivative", "3.7.4.1: der of expressions and arrays: x = exp(-t), so (x^2*sin(t))' = exp(-2*t)*(cos(t) - 2*sin(t)); the derivative\n"
             "// of a parameter is 0, and what a state is differentiates twice.", """
  parameter Real p = 3;
  Real x(start = 1, fixed = true), y = x^2*sin(time), dy = der(y), a[2] = {x, time^3}, da[2] = der(a), dp = der(p*time);
  Real s = sin(2*time), v = der(s), w = der(v), m = der(max(x, 0) + abs(x));
equation
  der(x) = -x;""",
             {"dy": continuous(lambda t: exp(-2 * t) * (cos(t) - 2 * sin(t))), "da[1]": continuous(lambda t: -exp(-t)), "da[2]": continuous(lambda t: 3 * t * t),
              "dp": constant(3), "v": continuous(lambda t: 2 * cos(2 * t)), "w": continuous(lambda t: -4 * sin(2 * t)),
              "m": continuous(lambda t: -2 * exp(-t))}, within=1e-6)
    operator("derivative_after_reinit", "3.7.4.1: the derivative of an expression of a state that is set anew: x4 = t^2/2 - n^2/2 since the second n, x6 = 2*x4*t.", """
  Real x4(start = 0, fixed = true), x5 = x4^2, x6 = der(x5);
equation
  der(x4) = time;
  when sample(1, 1) then
    reinit(x4, 0);
  end when;""",
             {"x4": since_second, "x6": lambda t, side: 2 * since_second(t, side) * t}, stop=2.5, events=[1.0, 2.0], within=1e-6)
    operator("homotopy_actual", "3.7.4.3: after the initialization homotopy is its actual argument: x^3 + x = 10 has x = 2, and y follows actual.", """
  Real x(start = 0.1), y = homotopy(actual = time^2, simplified = time), z = homotopy(time, 5);
equation
  homotopy(x^3 + x, 4*x) = 10;""",
             {"x": constant(2), "y": continuous(lambda t: t * t), "z": continuous(lambda t: t)}, within=1e-6)
    operator("semilinear", "3.7.4.4: semiLinear(x, a, b) = if x >= 0 then a*x else b*x, also with slopes that vary; the state is its integral.", """
  Real x = 2*time - 2, y = semiLinear(x, 2, 3), z = semiLinear(-x, time, 4), e(start = 0, fixed = true);
equation
  der(e) = y;""",
             {"y": continuous(lambda t: (2 if t >= 1 else 3) * (2 * t - 2)), "z": continuous(lambda t: (t if t <= 1 else 4) * (2 - 2 * t)),
              "e": continuous(lambda t: 3 * (t * t - 2 * t) if t < 1 else -3 + 2 * (t - 1) ** 2)}, within=1e-5)
    operator("streams", "3.7.4.5 and 15.2: what flows out of a mixing point is the mean of what flows in. Until 1 a and b feed c:\n"
             "// (3*(2 - t) + 5*1)/(3 - t); then a takes half of what b gives, so that a and c see b alone.", """
  connector Port
    Real p;
    flow Real m_flow;
    stream Real h_outflow;
  end Port;

  model Source
    parameter Real h;
    Port port;
    input Real m;
    Real in_ = inStream(port.h_outflow), actual = actualStream(port.h_outflow);
  equation
    port.m_flow = -m;
    port.h_outflow = h;
  end Source;

  model Sink
    Port port;
    Real in_ = inStream(port.h_outflow), actual = actualStream(port.h_outflow);
  equation
    port.p = 1;
    port.h_outflow = 9;
  end Sink;
  Source a(h = 3, m = if time < 1 then 2 - time else -0.5), b(h = 5, m = 1);
  Sink c;
equation
  connect(a.port, b.port);
  connect(a.port, c.port);""",
             {"c.in_": lambda t, side: 5.0 if reached(t, side, 1.0) else (3 * (2 - t) + 5) / (3 - t),
              "c.actual": lambda t, side: 5.0 if reached(t, side, 1.0) else (3 * (2 - t) + 5) / (3 - t),
              "a.in_": constant(5), "a.actual": held([(1.0, 5)], 3), "b.actual": constant(5)},
             events=[1.0], within=1e-6)
    profile = lambda z: 2 * z if z < 0.5 else 1 + 4 * (z - 0.5)
    operator("transport", "3.7.4.2: a profile moves with speed 1: out1 is the profile at 1 - t, from 1 on what went in at t - 1. At 1.5 the\n"
             "// movement turns: out0 is what went in at 3 - t. The input 5 + 2*t is a line, so that lines between points are exact.", """
  Real x(start = 0, fixed = true), v = if time < 1.5 then 1 else -1, left, right, back = if time < 1.5 then 0 else left;
equation
  der(x) = v;
  (left, right) = spatialDistribution(5 + 2*time, -7, x, time < 1.5, {0, 0.5, 1}, {0, 1, 3});""",
             {"right": lambda t, side: -7 if reached(t, side, 1.5) else profile(1 - t) if t < 1 - 1e-9 or (t < 1 + 1e-9 and side < 0) else 5 + 2 * (t - 1),
              "back": lambda t, side: 5 + 2 * (3 - t) if t > 1.5 else 0.0}, skip=[0.0, 1.0, 1.5], within=1e-5)
    operator("cardinality_of_pins", "3.7.4.2 (deprecated): how often a connector stands in connections.", """
  connector Pin
    Real v;
    flow Real i;
  end Pin;

  model Part
    Pin n;
    Real open;
  equation
    open = if cardinality(n) == 0 then 1 elseif cardinality(n) == 1 then 2 else 3;
    n.v = 2*time;
  end Part;

  model Sense
    Pin p;
  equation
    p.i = 1;
  end Sense;
  Part a, b, c;
  Sense s1, s2, s3;
equation
  connect(b.n, s1.p);
  connect(c.n, s2.p);
  connect(c.n, s3.p);""", {"a.open": constant(1), "b.open": constant(2), "c.open": constant(3), "c.n.i": constant(-2)}, interval=1.0)
    operator("vectorized", "12.4.6: operators of scalars take arrays: delay, homotopy, smooth, noEvent, semiLinear, floor, integer and abs, element by element.", """
  Real x(start = 0, fixed = true), y(start = 1, fixed = true);
  Real late[2] = delay({x, y}, 0.5), same[2] = homotopy({x, y}, {1, 1}), still[2] = smooth(0, {x, y}), chosen[2] = noEvent(if x > 0.5625 then {1, 2} else {3, 4});
  Real bent[2] = semiLinear({x - 0.5, 0.5 - x}, {2, 2}, {3, 3}), low[2] = floor({2*x + 0.125, -2*x - 0.125}), size_[2] = abs({x - 0.5, 1});
  Integer whole[2] = integer({2*x + 0.125, 3*x + 0.125});
equation
  der(x) = 1;
  der(y) = -1;""",
             {"late[1]": continuous(lambda t: max(t - 0.5, 0)), "late[2]": continuous(lambda t: 1 - max(t - 0.5, 0)), "same[2]": continuous(lambda t: 1 - t),
              "still[1]": continuous(lambda t: t), "chosen[1]": continuous(lambda t: 1 if t > 0.5625 else 3), "chosen[2]": continuous(lambda t: 2 if t > 0.5625 else 4),
              "bent[1]": continuous(lambda t: (t - 0.5) * (2 if t > 0.5 else 3)), "bent[2]": continuous(lambda t: (0.5 - t) * (3 if t > 0.5 else 2)),
              "low[1]": continuous(lambda t: floor(2 * t + 0.125)), "low[2]": continuous(lambda t: floor(-2 * t - 0.125)), "size_[1]": continuous(lambda t: abs(t - 0.5)),
              "whole[2]": continuous(lambda t: floor(3 * t + 0.125))}, within=1e-6)
    operator("instance_name", "3.7.4.8: the name of the simulated model and of the instance in it.", """
  model Part
    parameter String name = getInstanceName();
  end Part;

  model Group
    Part part[2];
    Part other;
  end Group;
  Group group;
  Boolean whole = getInstanceName() == "instance_name", second = group.other.name == "instance_name.group.other";""",
             {"whole": constant(1), "second": constant(1)}, interval=1.0)


def since_second(t, side):
    n = reached(t, side, 1.0) + reached(t, side, 2.0)
    return (t * t - n * n) / 2


def delays():
    """3.7.2 delay."""
    late = lambda f, d, start=0.0: lambda t, side: f(max(t - d, start))
    operator("delayed", "3.7.2.1: delay(e, d) is e at time - d, and e at the start until then. A jump arrives as a jump, which an if, a when and a state see.", """
  Real x(start = 1, fixed = true), y = delay(x, 0.375), jump = if time < 0.5 then time else 2 + time, z = delay(jump, 0.5), long = delay(cos(time), 5);
  Real steps = delay(integer(2*time), 0.75), e(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = -x;
  der(e) = steps;
  when steps > 0.5 then
    n = pre(n) + 1;
  end when;""",
             {"y": late(lambda t: exp(-t), 0.375), "z": lambda t, side: 2 + (t - 0.5) if reached(t, side, 1.0) else max(t - 0.5, 0.0), "long": constant(1),
              "steps": held([(1.25, 1), (1.75, 2)]), "n": held([(1.25, 1)]), "e": continuous(lambda t: max(t - 1.25, 0) + max(t - 1.75, 0))},
             events=[0.5, 0.75, 1.0, 1.25, 1.5, 1.75], within=1e-5)
    operator("delay_loop", "3.7.2.1: x' = -delay(x, 1) from x = 1: by steps, 1 - t until 1, then 1 - t + (t - 1)^2/2, and - (t - 2)^3/6 more from 2.", """
  Real x(start = 1, fixed = true);
equation
  der(x) = -delay(x, 1);""",
             {"x": continuous(lambda t: 1 - t + (max(t - 1, 0) ** 2) / 2 - (max(t - 2, 0) ** 3) / 6)}, stop=3.0, within=1e-5)
    operator("delay_varying", "3.7.2.1: a delay that changes: y is x at time - d, x = exp(-t) and d = 0.5 + time/4, which reaches delayMax = 1 at the end.", """
  Real x(start = 1, fixed = true), y = delay(x, 0.5 + time/4, 1);
equation
  der(x) = -x;""",
             {"y": lambda t, side: exp(-max(t - 0.5 - t / 4, 0.0))}, within=1e-5)


special()
delays()
