"""Blocks of `Modelica.Blocks.Nonlinear`."""

from math import exp, sin

from .case import case, continuous, reached
from .linear import System, pade, signal_one_minus_cos

P = "Nonlinear"
N = "Modelica.Blocks.Nonlinear"


def clip(x, low, high):
    return min(max(x, low), high)


def limits():
    """Limits and dead zones."""
    u = lambda t: 3 * t - 2
    case(P, "Limiter", f"    {N}.Limiter a(uMax = 1), b(uMax = 2, uMin = 0.5), c(uMax = 1, strict = true),\n"
         f"      d(uMax = 1, homotopyType = Modelica.Blocks.Types.LimiterHomotopy.NoHomotopy);\n    Real x(start = 0, fixed = true);\n"
         "  equation\n    a.u = 3*time - 2;\n    b.u = 3*time - 2;\n    c.u = 3*time - 2;\n    d.u = 3*time - 2;\n    der(x) = a.y;",
         {"a.y": continuous(lambda t: clip(u(t), -1, 1)), "b.y": continuous(lambda t: clip(u(t), 0.5, 2)),
          "c.y": continuous(lambda t: clip(u(t), -1, 1)), "d.y": continuous(lambda t: clip(u(t), -1, 1)),
          "x": continuous(lambda t: -t if t < 1 / 3 else -1 / 3 + ((u(t) ** 2 - 1) / 6 if t < 1 else t - 1))}, within=1e-6,
         why="the input within its limits, with events and without; its integral is -1/3 where it leaves the lower limit and where it reaches the upper one")
    case(P, "VariableLimiter", f"    {N}.VariableLimiter a, b(strict = true);\n  equation\n"
         + "\n".join(f"    {b}.u = 3*sin(3*time);\n    {b}.limit1 = 1 + time;\n    {b}.limit2 = time - 2;" for b in "ab"),
         {name: continuous(lambda t: clip(3 * sin(3 * t), t - 2, 1 + t)) for name in ("a.y", "b.y")},
         why="the input between two inputs")
    case(P, "DeadZone", f"    {N}.DeadZone a(uMax = 0.5), b(uMax = 1, uMin = -0.25);\n  equation\n    a.u = 3*time - 2;\n    b.u = 2 - 3*time;",
         {"a.y": continuous(lambda t: u(t) - clip(u(t), -0.5, 0.5)), "b.y": continuous(lambda t: -u(t) - clip(-u(t), -0.25, 1))},
         why="the input without the part that lies in the zone")


def slew():
    """The slew rate limiter, whose output follows within `Td` as soon as it may."""
    Td = 0.25

    def after_step(t, side):
        # u = 0, then 2 from 0.5 on. (u - y)/Td is 8 at first, so y rises by 2 per second until 2 - y = 2*Td.
        s = t - 0.5
        if s <= 0:
            return 0.0
        return 2 * s if s < 0.75 else 2 - 0.5 * exp(-(s - 0.75) / Td)

    def falling(t, side):
        # u = 0 from a start at 3: falls by 1.5 per second until y = 1.5*Td.
        end = (3 - 1.5 * Td) / 1.5
        return 3 - 1.5 * t if t < end else 1.5 * Td * exp(-(t - end) / Td)

    case(P, "SlewRateLimiter", f"    {N}.SlewRateLimiter a(Rising = 2, Td = {Td}), s(Rising = 2, Td = {Td}, strict = true);\n"
         f"    {N}.SlewRateLimiter b(Rising = 4, Falling = -1.5, Td = {Td}, initType = Modelica.Blocks.Types.Init.InitialOutput, y_start = 3);\n"
         "  equation\n    a.u = if time < 0.5 then 0 else 2;\n    s.u = a.u;\n    b.u = 0;",
         {"a.y": after_step, "s.y": after_step, "b.y": falling}, stop=3.0, events=[0.5], within=1e-5,
         why="dy/dt = (u - y)/Td between Falling and Rising: a line, then the exponential")


def delays():
    """Delays, and the approximation of one."""
    late = lambda f, d: lambda t, side: f(max(t - d, 0.0))
    case(P, "FixedDelay", f"    {N}.FixedDelay a(delayTime = 0.375), b(delayTime = 0.5), c(delayTime = 3);\n"
         "  equation\n    a.u = sin(3*time);\n    b.u = if time < 0.75 then time else 2;\n    c.u = cos(time) + 1;",
         {"a.y": late(lambda t: sin(3 * t), 0.375),
          "b.y": lambda t, side: 2 if reached(t, side, 1.25) else max(t - 0.5, 0.0), "c.y": lambda t, side: 2},
         events=[0.75, 1.25], within=1e-3, why="u(time - delayTime), u(start) until then; a jump arrives as a jump")
    case(P, "VariableDelay", f"    {N}.VariableDelay a(delayMax = 1);\n  equation\n    a.u = sin(3*time);\n    a.delayTime = 0.5 + 0.25*sin(time);",
         {"a.y": lambda t, side: sin(3 * max(t - 0.5 - 0.25 * sin(t), 0.0))}, within=1e-3,
         why="u(time - delayTime) with a delay that changes; the specification allows lines between the stored points")
    for order, below in ((1, 1), (2, 2), (3, 2), (4, 4)):
        for balance in ("false", "true"):
            # u = 1 - cos(2*t) starts at rest, so that both initializations are at rest: x[n] = u = 0 and der(x) = 0.
            b, a = pade(0.5, order, below)
            system = System.fraction(b, a)
            response = lambda t, side, system=system: system.run([0.0] * len(system.a), signal_one_minus_cos(2.0), t)[1]
            name = f"PadeDelay{order}{below}{'Balanced' if balance == 'true' else ''}"
            fixed = "" if balance == "true" or order == 1 else "\n  initial equation\n" + "\n".join(
                f"    a.x[{k}] = 0;" for k in range(1, order))
            case(P, name, f"    {N}.PadeDelay a(delayTime = 0.5, n = {order}, m = {below}, balance = {balance});{fixed}\n"
                 "  equation\n    a.u = 1 - cos(2*time);", {"a.y": response}, within=1e-5,
                 why="the response of Pade's fraction of exp(-s*T), by series of its coefficients, from rest")


limits()
slew()
delays()
