"""Times one analysis by a Python library on a system in a file.

    graphs.py scipy|pyomo FILE

The file holds 32-bit integers: rows, entries, the start of each row and the end, the columns. Prints the median of the
seconds of computing and the number of matched rows. Reading is not in the time. SciPy has no parts, so its time is that of the
matching, and of the strong components if everything is matched.
"""

import os
import statistics
import sys
import time

os.environ["OMP_NUM_THREADS"] = "1"

import numpy
from scipy.sparse import csgraph, csr_matrix


def read(path):
    data = numpy.fromfile(path, numpy.int32)
    rows, entries = int(data[0]), int(data[1])
    starts, columns = data[2 : rows + 3], data[rows + 3 : rows + 3 + entries]
    return csr_matrix((numpy.ones(entries), columns, starts), shape=(rows, rows))


def scipy(system):
    columns = csgraph.maximum_bipartite_matching(system, perm_type="column")
    matched = int((columns >= 0).sum())
    if matched == system.shape[0]:
        csgraph.connected_components(system[:, columns], directed=True, connection="strong")
    return matched


def pyomo(system):
    from pyomo.contrib.incidence_analysis.dulmage_mendelsohn import dulmage_mendelsohn
    from pyomo.contrib.incidence_analysis.triangularize import block_triangularize

    parts, _ = dulmage_mendelsohn(system)
    unmatched = len(parts[0])
    if unmatched == 0:
        block_triangularize(system)
    return system.shape[0] - unmatched


def main():
    analyse = {"scipy": scipy, "pyomo": pyomo}[sys.argv[1]]
    system = read(sys.argv[2])
    if analyse is pyomo:
        system = system.tocoo()
    seconds = []
    while len(seconds) < 21 and (len(seconds) < 3 or sum(seconds) < 1):
        start = time.process_time()
        matched = analyse(system)
        seconds.append(time.process_time() - start)
        if sum(seconds) > 10:
            break
    print(f"{statistics.median(seconds):.9f} {matched}")


main()
