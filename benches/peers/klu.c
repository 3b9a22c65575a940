/* Times KLU on a matrix in a file, with its default settings.
 *
 *   klu FILE
 *
 * The file holds 32-bit integers, columns, entries, the start of each column and the end, the rows; then doubles, the
 * values and other values for the same places. Prints the seconds of one of the quickest runs to analyze, to factor, to
 * refactor and to solve, the number of entries in both factors (the diagonal once), and the largest part of a right-hand
 * side of ones that a solution misses. */

#include <klu.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOST = 101 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* The time that one run in ten needs. */
static double quick(double *seconds, int runs) {
  qsort(seconds, (size_t)runs, sizeof(double), ascending);
  return seconds[runs / 10];
}

/* Whether another run is to be made: some, and then as many as fit into the time. */
static int more(int runs, double total) { return runs < MOST && (runs < 3 || total < 0.3); }

int main(int count, char **arguments) {
  if (count != 2) return 2;
  FILE *file = fopen(arguments[1], "rb");
  int size[2];
  if (!file || fread(size, sizeof(int), 2, file) != 2) return 2;
  size_t columns = (size_t)size[0], entries = (size_t)size[1];
  int *starts = malloc(sizeof(int) * (columns + 1));
  int *rows = malloc(sizeof(int) * entries);
  double *values = malloc(sizeof(double) * entries), *others = malloc(sizeof(double) * entries);
  if (fread(starts, sizeof(int), columns + 1, file) != columns + 1) return 2;
  if (fread(rows, sizeof(int), entries, file) != entries) return 2;
  if (fread(values, sizeof(double), entries, file) != entries) return 2;
  if (fread(others, sizeof(double), entries, file) != entries) return 2;
  fclose(file);

  klu_common common;
  klu_defaults(&common);
  klu_symbolic *symbolic = NULL;
  klu_numeric *numeric = NULL;
  double seconds[MOST], again[MOST], total = 0, analyze, factor, refactor, solve;
  int runs;
  for (runs = 0; more(runs, total); total += seconds[runs++]) {
    if (symbolic) klu_free_symbolic(&symbolic, &common);
    double start = now();
    symbolic = klu_analyze(size[0], starts, rows, &common);
    seconds[runs] = now() - start;
    if (!symbolic) return 1;
  }
  analyze = quick(seconds, runs);
  for (runs = 0, total = 0; more(runs, total); total += seconds[runs++]) {
    if (numeric) klu_free_numeric(&numeric, &common);
    double start = now();
    numeric = klu_factor(starts, rows, values, symbolic, &common);
    seconds[runs] = now() - start;
    if (!numeric) return 1;
  }
  factor = quick(seconds, runs);
  double *x = malloc(sizeof(double) * columns), *rest = malloc(sizeof(double) * columns);
  for (runs = 0, total = 0; more(runs, total); total += seconds[runs] + again[runs], runs++) {
    for (size_t at = 0; at < columns; at++) x[at] = 1;
    double start = now();
    if (!klu_refactor(starts, rows, runs % 2 ? values : others, symbolic, numeric, &common)) return 1;
    double middle = now();
    klu_solve(symbolic, numeric, size[0], 1, x, &common);
    seconds[runs] = middle - start;
    again[runs] = now() - middle;
  }
  refactor = quick(seconds, runs);
  solve = quick(again, runs);
  for (size_t at = 0; at < columns; at++) x[at] = rest[at] = 1;
  if (!klu_refactor(starts, rows, others, symbolic, numeric, &common)) return 1;
  klu_solve(symbolic, numeric, size[0], 1, x, &common);
  for (size_t column = 0; column < columns; column++)
    for (int at = starts[column]; at < starts[column + 1]; at++) rest[rows[at]] -= others[at] * x[column];
  double missed = 0;
  for (size_t at = 0; at < columns; at++) missed = fmax(missed, fabs(rest[at]));
  printf("%.9f %.9f %.9f %.9f %d %.3e\n", analyze, factor, refactor, solve, numeric->lnz + numeric->unz + numeric->nzoff - size[0],
         missed);
  return 0;
}
