/* Times one analysis of SuiteSparse on a system in a file: dmperm (CXSparse) or btf (BTF).
 *
 *   suitesparse dmperm|btf FILE
 *
 * The file holds 32-bit integers: rows, entries, the start of each row and the end, the columns. Both libraries take
 * compressed columns, so they see the transposed system, whose analysis is the same. Prints the median of the seconds of
 * computing and the number of matched rows. Reading is not in the time; the memory that the analysis needs is, because ours is too. */

#include <btf.h>
#include <cs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 21 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static int dmperm(int rows, int entries, int *starts, int *columns) {
  cs_di system = {entries, rows, rows, starts, columns, NULL, -1};
  cs_did *found = cs_di_dmperm(&system, 0);
  int matched = found->rr[3];
  cs_di_dfree(found);
  return matched;
}

static int btf(int rows, int *starts, int *columns) {
  int *row_order = malloc(sizeof(int) * (size_t)rows);
  int *column_order = malloc(sizeof(int) * (size_t)rows);
  int *blocks = malloc(sizeof(int) * ((size_t)rows + 1));
  int *work = malloc(sizeof(int) * 5 * (size_t)rows);
  double effort;
  int matched;
  btf_order(rows, starts, columns, -1, &effort, row_order, column_order, blocks, &matched, work);
  free(row_order);
  free(column_order);
  free(blocks);
  free(work);
  return matched;
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  FILE *file = fopen(arguments[2], "rb");
  int size[2];
  if (!file || fread(size, sizeof(int), 2, file) != 2) return 2;
  size_t rows = (size_t)size[0], entries = (size_t)size[1];
  int *starts = malloc(sizeof(int) * (rows + 1));
  int *columns = malloc(sizeof(int) * entries);
  if (fread(starts, sizeof(int), rows + 1, file) != rows + 1) return 2;
  if (fread(columns, sizeof(int), entries, file) != entries) return 2;
  fclose(file);

  double seconds[MOST], total = 0;
  int runs = 0, matched = 0;
  while (runs < MOST && (runs < 3 || total < 1)) {
    double start = now();
    if (strcmp(arguments[1], "dmperm") == 0)
      matched = dmperm(size[0], size[1], starts, columns);
    else
      matched = btf(size[0], starts, columns);
    seconds[runs] = now() - start;
    total += seconds[runs++];
    if (total > 10) break;
  }
  qsort(seconds, (size_t)runs, sizeof(double), ascending);
  printf("%.9f %d\n", seconds[runs / 2], matched);
  return 0;
}
