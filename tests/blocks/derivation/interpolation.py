"""Interpolation in tables of one and two dimensions.

Akima's slopes: Journal of the ACM 17 (1970), 589-602, with differences beyond the ends continued along a parabola. Modified:
the weights of C. Ionita's "makima" (2019). Monotone: Fritsch and Butland, SIAM J. Sci. Stat. Comput. 5 (1984), 300-304, and
Steffen, Astronomy and Astrophysics 239 (1990), 443-450, both with the slopes of the outermost chords at the ends. Surfaces:
Akima, Communications of the ACM 17 (1974), 18-20. A cubic is evaluated in the basis of Hermite.
"""

from math import floor

from .case import SAME

SMOOTHNESS = ["LinearSegments", "ContinuousDerivative", "ConstantSegments", "MonotoneContinuousDerivative1",
              "MonotoneContinuousDerivative2", "ModifiedContinuousDerivative"]
SMOOTH = [kind for kind in SMOOTHNESS if kind.endswith(("Derivative", "Derivative1", "Derivative2"))]


def hermite(x, x0, x1, y0, y1, s0, s1):
    """The cubic through two points with slopes there."""
    h = x1 - x0
    r = (x - x0) / h
    return (y0 * (1 + 2 * r) * (1 - r) ** 2 + y1 * r * r * (3 - 2 * r)
            + h * (s0 * r * (1 - r) ** 2 - s1 * r * r * (1 - r)))


def weighted(d, modified):
    """Akima's slope between four differences."""
    left, right = abs(d[3] - d[2]), abs(d[1] - d[0])
    if modified:
        left += abs(d[3] + d[2]) / 2
        right += abs(d[1] + d[0]) / 2
    if left + right == 0:
        return 0.0 if modified else (d[1] + d[2]) / 2
    return (left * d[1] + right * d[2]) / (left + right)


def slopes(xs, ys, kind):
    """The slope at each point."""
    n = len(xs)
    d = [(ys[i + 1] - ys[i]) / (xs[i + 1] - xs[i]) for i in range(n - 1)]
    if n == 2:
        return [d[0], d[0]]
    if kind in ("ContinuousDerivative", "ModifiedContinuousDerivative"):
        e = [3 * d[0] - 2 * d[1], 2 * d[0] - d[1], *d, 2 * d[-1] - d[-2], 3 * d[-1] - 2 * d[-2]]
        return [weighted(e[i:i + 4], kind.startswith("Modified")) for i in range(n)]
    found = [d[0]]
    for i in range(1, n - 1):
        a, b, h, k = d[i - 1], d[i], xs[i] - xs[i - 1], xs[i + 1] - xs[i]
        if a * b <= 0:
            found.append(0.0)
        elif kind.endswith("1"):
            # The weighted harmonic mean.
            found.append(3 * (h + k) / ((h + 2 * k) / a + (2 * h + k) / b))
        else:
            # The slope of the parabola through three points, at most twice that of either chord.
            p = (a * k + b * h) / (h + k)
            sign = 1.0 if a > 0 else -1.0
            found.append(sign * min(2 * abs(a), 2 * abs(b), abs(p)))
    return [*found, d[-1]]


def curve(table, column, kind, extrapolation):
    """A column of a table as a function of the abscissa and a side: left of a point the interval before it counts."""
    xs, ys = [row[0] for row in table], [row[column] for row in table]
    if len(xs) == 1:
        return lambda x, side: ys[0]
    if len(xs) == 2 and kind in SMOOTH:
        kind = "LinearSegments"
    steep = slopes(xs, ys, kind) if kind in SMOOTH else None

    def inside(x, side):
        last = 0
        for i in range(len(xs) - 1):
            if xs[i] < x - SAME or (side > 0 and xs[i] < x + SAME):
                last = i
        i, j = last, last + 1
        if kind == "ConstantSegments":
            return ys[j] if side > 0 and x > xs[j] - SAME else ys[i]
        if xs[j] - xs[i] < SAME:
            return ys[j]
        if kind == "LinearSegments":
            return ys[i] + (ys[j] - ys[i]) * (x - xs[i]) / (xs[j] - xs[i])
        return hermite(x, xs[i], xs[j], ys[i], ys[j], steep[i], steep[j])

    def value(x, side):
        if extrapolation == "Periodic":
            period = xs[-1] - xs[0]
            count = floor((x - xs[0]) / period + 1e-12)
            if side < 0 and abs(x - xs[0] - count * period) < SAME:
                count -= 1
            return inside(x - count * period, side)
        left = x < xs[0] - SAME or (side < 0 and x < xs[0] + SAME)
        right = x > xs[-1] + SAME or (side > 0 and x > xs[-1] - SAME)
        if not left and not right:
            return inside(x, side)
        assert extrapolation != "NoExtrapolation"
        i, j = (0, 1) if left else (-2, -1)
        at = i if left else j
        if extrapolation == "HoldLastPoint":
            return ys[at]
        slope = steep[at] if steep else (ys[j] - ys[i]) / (xs[j] - xs[i])
        return ys[at] + slope * (x - xs[at])

    return value


def extended(xs, rows):
    """Akima's continuation of a grid by two lines at both ends; each of `rows` is a line of values along `xs`."""
    n = len(xs)
    if n == 2:
        h = xs[1] - xs[0]
        grid = [xs[0] - 2 * h, xs[0] - h, *xs, xs[1] + h, xs[1] + 2 * h]
        return grid, [[3 * y[0] - 2 * y[1], 2 * y[0] - y[1], *y, 2 * y[1] - y[0], 3 * y[1] - 2 * y[0]] for y in rows]
    # The distances repeat those at the end, and the differences go on as they changed.
    grid = [2 * xs[0] - xs[2], xs[0] + xs[1] - xs[2], *xs, xs[-1] + xs[-2] - xs[-3], 2 * xs[-1] - xs[-3]]
    lines = []
    for y in rows:
        d = lambda i, j: (y[j] - y[i]) / (xs[j] - xs[i])
        first, last = 2 * d(0, 1) - d(1, 2), 2 * d(-2, -1) - d(-3, -2)
        second, beyond = 2 * first - d(0, 1), 2 * last - d(-2, -1)
        left = y[0] - first * (grid[2] - grid[1])
        right = y[-1] + last * (grid[-2] - grid[-3])
        lines.append([left - second * (grid[1] - grid[0]), left, *y, right, right + beyond * (grid[-1] - grid[-2])])
    return grid, lines


def surface(table, kind, extrapolation):
    """A table of two dimensions as a function of both abscissas."""
    us, vs = [row[0] for row in table[1:]], table[0][1:]
    zs = [row[1:] for row in table[1:]]

    if kind == "ContinuousDerivative":
        vgrid, lines = extended(vs, zs)
        ugrid, columns = extended(us, [list(column) for column in zip(*lines)])
        z = [list(row) for row in zip(*columns)]
        zu, zv, zuv = {}, {}, {}
        for i in range(2, len(us) + 2):
            for j in range(2, len(vs) + 2):
                a = [(z[k + 1][j] - z[k][j]) / (ugrid[k + 1] - ugrid[k]) for k in range(i - 2, i + 2)]
                b = [(z[i][k + 1] - z[i][k]) / (vgrid[k + 1] - vgrid[k]) for k in range(j - 2, j + 2)]
                at = (i - 2, j - 2)
                zu[at], zv[at] = weighted(a, False), weighted(b, False)
                wu = (abs(a[3] - a[2]), abs(a[1] - a[0]))
                wv = (abs(b[3] - b[2]), abs(b[1] - b[0]))
                wu = wu if sum(wu) else (1.0, 1.0)
                wv = wv if sum(wv) else (1.0, 1.0)
                twist = lambda p, q: ((z[p + 1][q + 1] - z[p + 1][q] - z[p][q + 1] + z[p][q])
                                      / ((ugrid[p + 1] - ugrid[p]) * (vgrid[q + 1] - vgrid[q])))
                zuv[at] = sum(wu[m] * wv[n] * twist(i - 1 + m, j - 1 + n) for m in (0, 1) for n in (0, 1)) / (
                    sum(wu) * sum(wv))

    def interval(xs, x):
        last = 0
        for i in range(len(xs) - 1):
            if xs[i] <= x:
                last = i
        return last

    def inside(u, v):
        i, j = interval(us, u), interval(vs, v)
        if kind == "ConstantSegments":
            return zs[i + (u >= us[i + 1])][j + (v >= vs[j + 1])]
        if kind == "LinearSegments":
            r, s = (u - us[i]) / (us[i + 1] - us[i]), (v - vs[j]) / (vs[j + 1] - vs[j])
            return (zs[i][j] * (1 - r) * (1 - s) + zs[i + 1][j] * r * (1 - s) + zs[i][j + 1] * (1 - r) * s
                    + zs[i + 1][j + 1] * r * s)
        ends = (vs[j], vs[j + 1])
        line = lambda m: hermite(v, *ends, zs[m][j], zs[m][j + 1], zv[m, j], zv[m, j + 1])
        tilt = lambda m: hermite(v, *ends, zu[m, j], zu[m, j + 1], zuv[m, j], zuv[m, j + 1])
        return hermite(u, us[i], us[i + 1], line(i), line(i + 1), tilt(i), tilt(i + 1))

    def value(u, v):
        if extrapolation == "Periodic":
            wrap = lambda x, xs: x - floor((x - xs[0]) / (xs[-1] - xs[0])) * (xs[-1] - xs[0])
            return inside(wrap(u, us), wrap(v, vs))
        p, q = min(max(u, us[0]), us[-1]), min(max(v, vs[0]), vs[-1])
        if extrapolation == "HoldLastPoint" or (p, q) == (u, v):
            return inside(p, q)
        assert extrapolation == "LastTwoPoints" and kind != "ConstantSegments"
        if kind == "LinearSegments":
            return inside(u, v)
        # Along the tangents of the edge: a step of the cubic inwards gives them, as central differences cannot be exact here.
        return tangent(p, q, u - p, v - q)

    def tangent(p, q, du, dv):
        i, j = interval(us, p), interval(vs, q)
        basis = lambda x, xs, k: derived(x, xs[k], xs[k + 1])
        (bu, cu), (bv, cv) = basis(p, us, i), basis(q, vs, j)
        total = lambda wu, wv: sum(
            wu[0][m] * wv[0][n] * zs[i + m][j + n] + wu[1][m] * wv[0][n] * zu[i + m, j + n]
            + wu[0][m] * wv[1][n] * zv[i + m, j + n] + wu[1][m] * wv[1][n] * zuv[i + m, j + n]
            for m in (0, 1) for n in (0, 1))
        return total(bu, bv) + du * total(cu, bv) + dv * total(bu, cv) + du * dv * total(cu, cv)

    return value


def derived(x, x0, x1):
    """Hermite's weights of values and of slopes at both ends of an interval, and their derivatives."""
    h = x1 - x0
    r = (x - x0) / h
    values = ((1 + 2 * r) * (1 - r) ** 2, r * r * (3 - 2 * r))
    slope = (h * r * (1 - r) ** 2, -h * r * r * (1 - r))
    values_d = ((6 * r * r - 6 * r) / h, (6 * r - 6 * r * r) / h)
    slope_d = (1 - 4 * r + 3 * r * r, 3 * r * r - 2 * r)
    return (values, slope), (values_d, slope_d)
