"""Responses of linear systems, by matrix exponentials.

A response is exact up to rounding where the input is a sum of exponentials, polynomials and sines: those are states of their
own, and the whole is `x' = A*x`, solved by scaling and squaring a Taylor series.
"""

from math import comb, factorial


def times(a, b):
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


def identity(n):
    return [[float(i == j) for j in range(n)] for i in range(n)]


def exponential(a, t):
    """exp(a*t)."""
    n = len(a)
    size = max(sum(abs(x) for x in row) for row in a) * abs(t)
    halvings = 0
    while size > 0.25:
        size, halvings = size / 2, halvings + 1
    step = [[x * t / 2.0**halvings for x in row] for row in a]
    term, total = identity(n), identity(n)
    for k in range(1, 18):
        term = [[x / k for x in row] for row in times(term, step)]
        total = [[x + y for x, y in zip(p, q)] for p, q in zip(total, term)]
    for _ in range(halvings):
        total = times(total, total)
    return total


class System:
    """x' = A*x + B*u, y = C*x + D*u with one input that is `c*z` of a signal z' = Z*z."""

    def __init__(self, a, b, c, d):
        self.a, self.b, self.c, self.d = a, b, c, d

    @staticmethod
    def fraction(numerator, denominator):
        """A transfer function in controller form; the state is that of `Modelica.Blocks.Continuous.TransferFunction`."""
        n = len(denominator) - 1
        numerator = [0.0] * (n + 1 - len(numerator)) + [float(x) for x in numerator]
        d = numerator[0] / denominator[0]
        a = [[-x / denominator[0] for x in denominator[1:]]] + [[float(j == i) for j in range(n)] for i in range(n - 1)]
        b = [1.0 / denominator[0]] + [0.0] * (n - 1)
        c = [x - d * y for x, y in zip(numerator[1:], denominator[1:])]
        return System(a, b, c, d)

    def run(self, start, signal, t):
        """The state and the output at a time, from a state at time 0."""
        z0, dynamics, weights = signal
        n, m = len(self.a), len(z0)
        whole = [row + [self.b[i] * w for w in weights] for i, row in enumerate(self.a)]
        whole += [[0.0] * n + list(row) for row in dynamics]
        moved = exponential(whole, t)
        full = [sum(x * y for x, y in zip(row, list(start) + list(z0))) for row in moved]
        u = sum(w * z for w, z in zip(weights, full[n:]))
        return full[:n], sum(c * x for c, x in zip(self.c, full[:n])) + self.d * u

    def steady(self, u):
        """The state at rest under an input."""
        n = len(self.a)
        rows = [row + [-self.b[i] * u] for i, row in enumerate(self.a)]
        for i in range(n):
            best = max(range(i, n), key=lambda k: abs(rows[k][i]))
            rows[i], rows[best] = rows[best], rows[i]
            for k in range(n):
                if k != i:
                    factor = rows[k][i] / rows[i][i]
                    rows[k] = [x - factor * y for x, y in zip(rows[k], rows[i])]
        return [rows[i][n] / rows[i][i] for i in range(n)]


def signal_constant(value):
    """u = value."""
    return [value], [[0.0]], [1.0]


def signal_ramp(start, slope):
    """u = start + slope*t."""
    return [start, slope], [[0.0, 1.0], [0.0, 0.0]], [1.0, 0.0]


def signal_one_minus_cos(w):
    """u = 1 - cos(w*t)."""
    return [1.0, 1.0, 0.0], [[0.0] * 3, [0.0, 0.0, -w], [0.0, w, 0.0]], [1.0, -1.0, 0.0]


def signal_sin(w):
    """u = sin(w*t)."""
    return [1.0, 0.0], [[0.0, -w], [w, 0.0]], [0.0, 1.0]


def pade(delay, n, m):
    """Numerator and denominator of Pade's fraction of exp(-s*delay), highest power first."""
    weight = lambda p, q, k: comb(q, k) * factorial(p + q - k) / factorial(p + q)
    numerator = [weight(n, m, k) * (-delay) ** k for k in range(m, -1, -1)]
    denominator = [weight(m, n, k) * delay**k for k in range(n, -1, -1)]
    return numerator, denominator
