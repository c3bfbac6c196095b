/* Structures of three sizes among variable arguments. */
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>

struct point { int x, y; };
struct range { long first, last; };
struct big { long all[5]; };

static long sum(int count, ...) {
  va_list list;
  va_start(list, count);
  long total = 0;
  for (int i = 0; i < count; ++i) {
    struct point p = va_arg(list, struct point);
    struct range r = va_arg(list, struct range);
    struct big b = va_arg(list, struct big);
    double d = va_arg(list, double);
    total += p.x + p.y + r.first + r.last + b.all[4] + (long)d;
  }
  va_end(list);
  return total;
}
static void *worker(void *unused) {
  struct point p = {1, 2};
  struct range r = {3, 4};
  struct big b = {{0, 0, 0, 0, 5}};
  assert(sum(2, p, r, b, 6.0, p, r, b, 7.5) == 43);
  return unused;
}
int main(void) {
  pthread_t one;
  pthread_create(&one, 0, worker, 0);
  worker(0);
  pthread_join(one, 0);
}
