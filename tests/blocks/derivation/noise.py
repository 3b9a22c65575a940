"""Blocks of `Modelica.Blocks.Noise` with fixed seeds: the generators of S. Vigna, xorshift64* to begin with and xorshift128+ to go on."""

from math import sqrt
from statistics import NormalDist

from .case import case, held

P = "Noise"
N = "Modelica.Blocks.Noise"
MASK = 2**64 - 1


def word(low, high):
    """64 bits of two Integers of 32."""
    return (low & 0xFFFFFFFF) | (high & 0xFFFFFFFF) << 32


def star(x):
    """A step of xorshift64*; the library goes on with the product."""
    x ^= x >> 12
    x = (x ^ x << 25) & MASK
    x ^= x >> 27
    return x * 2685821657736338717 & MASK


def numbers(local, overall, count):
    """Uniform numbers from 0 to 1 of a local and a global seed."""
    x = word(local, overall)
    for _ in range(10):
        x = star(x)
    a, b = x, star(x)
    found = []
    for _ in range(count):
        a ^= a << 23
        a &= MASK
        a, b = b, ((a ^ b ^ a >> 17 ^ b >> 26) + b) & MASK
        signed = b - 2**64 if b >= 2**63 else b
        found.append(signed / 2.0**64 + 0.5)
    return found


def noise():
    times = [0.125 * k for k in range(17)]
    draw = lambda local, shape, overall=67867967: held(list(zip(times, [shape(u) for u in numbers(local, overall, 17)])))
    normal = lambda mu, sigma: lambda u: mu + sigma * NormalDist().inv_cdf(u)
    low, high = NormalDist(1, 0.5).cdf(0), NormalDist(1, 0.5).cdf(2.5)
    seed = "samplePeriod = 0.125, useAutomaticLocalSeed = false, fixedLocalSeed"
    case(P, "Noise", f"    inner {N}.GlobalSeed globalSeed;\n    {N}.UniformNoise a({seed} = 10, y_min = -1, y_max = 3), b({seed} = 11, useGlobalSeed = false, y_min = 0, y_max = 1);\n"
         f"    {N}.NormalNoise c({seed} = 12, mu = 2, sigma = 0.5); {N}.TruncatedNormalNoise d({seed} = 13, y_min = 0, y_max = 2.5, mu = 1, sigma = 0.5); {N}.BandLimitedWhiteNoise e({seed} = 14, noisePower = 2);\n"
         f"    {N}.UniformNoise f({seed} = 10, y_min = -1, y_max = 3, enableNoise = false, y_off = 7), g({seed} = 10, y_min = -1, y_max = 3, startTime = 0.5, y_off = 7);",
         {"a.y": draw(10, lambda u: -1 + 4 * u), "b.y": draw(11, lambda u: u, 0), "c.y": draw(12, normal(2, 0.5)),
          "d.y": draw(13, lambda u: NormalDist(1, 0.5).inv_cdf(low + u * (high - low))), "e.y": draw(14, normal(0, sqrt(2 / 0.125))),
          "f.y": held([], 7), "g.y": held([(0.5 + t, -1 + 4 * u) for t, u in zip(times, numbers(10, 67867967, 17))], 7)},
         events=times[1:], within=1e-7, why="a number at each sample: uniform, or a quantile of a normal distribution, cut off or not; y_off before startTime or without noise")


noise()
