/* Variable arguments, function-pointer tables, recursion, enums, compound literals, designated initialisers. */
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stddef.h>
enum operation { SUM, PRODUCT, LARGEST, OPERATIONS };
typedef long (*fold)(long, long);
static long plus(long a, long b) { return a + b; }
static long times(long a, long b) { return a * b; }
static long larger(long a, long b) { return a > b ? a : b; }
static const struct { const char *name; fold fold; long start; } table[OPERATIONS] = {
    [SUM] = {"sum", plus, 0}, [PRODUCT] = {"product", times, 1}, [LARGEST] = {.name = "largest", .fold = larger, .start = -1}};
static long apply(enum operation o, size_t count, ...) {
  va_list list;
  long result = table[o].start;
  va_start(list, count);
  while (count-- > 0) result = table[o].fold(result, va_arg(list, long));
  va_end(list);
  return result;
}
static unsigned ackermann(unsigned m, unsigned n) {
  return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
struct point { int x, y; };
static struct point moved(struct point p, struct point by) { return (struct point){p.x + by.x, p.y + by.y}; }
static double mean(int n, ...) {
  va_list list;
  double total = 0;
  va_start(list, n);
  for (int i = 0; i < n; i++) total += va_arg(list, double);
  va_end(list);
  return total / n;
}
static long results[OPERATIONS];
static void *worker(void *argument) {
  enum operation o = *(enum operation *)argument;
  results[o] = apply(o, 3, 2L, 3L, 4L);
  return (void *)results[o];
}
int main(void) {
  pthread_t t[OPERATIONS];
  enum operation which[] = {SUM, PRODUCT, LARGEST};
  long total = 0;
  for (int i = 0; i < OPERATIONS; i++) pthread_create(&t[i], 0, worker, &which[i]);
  for (int i = 0; i < OPERATIONS; i++) {
    void *result;
    pthread_join(t[i], &result);
    total += (long)result;
  }
  assert(total == 9 + 24 + 4 && total == results[0] + results[1] + results[2]);
  assert(ackermann(2, 2) == 7);
  struct point p = moved((struct point){1, 2}, (struct point){.y = 5});
  assert(p.x == 1 && p.y == 7);
  assert(mean(2, 1.5, 2.5) == 2.0);
}
