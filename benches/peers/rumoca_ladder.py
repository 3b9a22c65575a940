"""Compiles and simulates a model with Rumoca, and prints the seconds: FILE MODEL STOP."""
import sys
import time

import rumoca

path, name, stop = sys.argv[1], sys.argv[2], float(sys.argv[3])
text = open(path).read()
start = time.perf_counter()
model = rumoca.Session().loads(text, model=name)
model.simulate(stop)
print(time.perf_counter() - start)
