"""Transfer functions of analog filters, multiplied out.

Every filter is the low pass of its kind with a cut-off of 1 rad/s, with the variable exchanged: s/w for a low pass, w/s for a
high pass, (s^2 + w0^2)/(s*dw) for a band pass and its inverse for a band stop, w0 the geometric mean of the ends of the band and
dw its width. `normalized` means that the amplitude at the cut-off is -3 dB, 10^(-3/20).
"""

from math import asinh, cos, cosh, factorial, pi, sin, sinh, sqrt

FILTERS = ("CriticalDamping", "Bessel", "Butterworth", "ChebyshevI")


def multiply(p, q):
    """The product of polynomials, highest power first."""
    found = [0.0] * (len(p) + len(q) - 1)
    for i, x in enumerate(p):
        for j, y in enumerate(q):
            found[i + j] += x * y
    return found


def power(p, n):
    found = [1.0]
    for _ in range(n):
        found = multiply(found, p)
    return found


def add(p, q):
    n = max(len(p), len(q))
    return [x + y for x, y in zip([0.0] * (n - len(p)) + p, [0.0] * (n - len(q)) + q)]


def amplitude(p, w):
    """|p(i*w)|."""
    value = 0j
    for x in p:
        value = value * 1j * w + x
    return abs(value)


def real_root(p):
    """The one real root of a polynomial of odd degree with positive coefficients."""
    value = lambda x: sum(c * x ** (len(p) - 1 - k) for k, c in enumerate(p))
    low, high = -1e3, 0.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if value(middle) < 0 else (low, middle)
    return low


def factors(kind, order, ripple):
    """Factors of the denominator, each with a leading 1."""
    if kind == "CriticalDamping":
        return [[1.0, 1.0]] * order
    if kind == "Bessel":
        # The reverse Bessel polynomial; up to degree 3 a real root is all that can be split off.
        n = order
        whole = [factorial(2 * n - k) / (2 ** (n - k) * factorial(k) * factorial(n - k)) for k in range(n, -1, -1)]
        if n % 2 == 0 or n == 1:
            return [whole]
        root = real_root(whole)
        rest = [whole[0]]
        for x in whole[1:-1]:
            rest.append(x + root * rest[-1])
        return [[1.0, -root], rest]
    stretch, rise = 1.0, 1.0
    if kind == "ChebyshevI":
        turn = asinh(1 / sqrt(10 ** (ripple / 10) - 1)) / order
        stretch, rise = sinh(turn), cosh(turn)
    found = []
    for k in range(order):
        angle = pi * (2 * k + 1) / (2 * order)
        real, imaginary = -stretch * sin(angle), rise * cos(angle)
        if imaginary > 1e-9:
            found.append([1.0, -2 * real, real * real + imaginary * imaginary])
        elif abs(imaginary) < 1e-9:
            found.append([1.0, -real])
    return found


def prototype(kind, order, normalized, ripple=0.5):
    """The factors of the denominator of the low pass at 1 rad/s, each with a leading 1."""
    found = factors(kind, order, ripple)
    if kind == "Butterworth" or not normalized:
        # Butterworth's amplitude at the cut-off is 1/sqrt(2) as it is.
        return found
    low, high, wanted = 1e-3, 1e3, 10 ** (3 / 20)
    whole = product(found)
    for _ in range(200):
        middle = sqrt(low * high)
        low, high = (middle, high) if amplitude(whole, middle) < wanted * whole[-1] else (low, middle)
    return [[x / low**k for k, x in enumerate(factor)] for factor in found]


def product(polynomials):
    found = [1.0]
    for p in polynomials:
        found = multiply(found, p)
    return found


def parted(c1, c0, width):
    """The parameter of the two factors of s^4 + c1*w*s^3 + (2 + c0*w^2)*s^2 + c1*w*s + 1, which are
    s^2 + s*c/r + 1/r^2 and s^2 + s*c*r + r^2 with c = c1*w/(r + 1/r): the squares of r and 1/r."""
    value = lambda z: z * z + (c1 * width * z / (1 + z)) ** 2 - (2 + c0 * width * width) * z + 1
    low, high = 0.0, 1.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if value(middle) > 0 else (low, middle)
    return low, 1 / low


def fraction(kind, way, order, cut, least=0.0, normalized=True):
    """Numerator and denominator of `Filter` with a gain of 1, highest power first.

    Low and high passes have the gain 1 in their band. The equations of the block let the band pass have the gain of
    1/(product of the factors above), which is 1 at the centre for Butterworth alone, and let each section of the band stop
    block at its own frequency, not at the centre."""
    found = prototype(kind, order, normalized)
    p = product(found)
    if way in ("LowPass", "HighPass"):
        w = 2 * pi * cut
        p = [x / p[-1] for x in p]
        if way == "LowPass":
            return [1.0], [x / w ** (order - k) for k, x in enumerate(p)]
        # p(w/s)*s^n.
        return [1.0] + [0.0] * order, [x * w**k for k, x in enumerate(reversed(p))]
    centre, width = (2 * pi) ** 2 * least * cut, 2 * pi * (cut - least)
    above, below = [1.0, 0.0, centre], [width, 0.0]
    if way == "BandStop":
        above, below = below, above
    total = [0.0]
    for k, x in enumerate(p):
        degree = order - k
        total = add(total, [x * y for y in multiply(power(above, degree), power(below, order - degree))])
    if way == "BandPass":
        return power(below, order), total
    stops = [1.0]
    for factor in found:
        squares = [1.0] if len(factor) == 2 else parted(factor[1], factor[2], width / sqrt(centre) / factor[2])
        stops = multiply(stops, product([1.0, 0.0, centre * square] for square in squares))
    return [x * p[-1] for x in stops], total
