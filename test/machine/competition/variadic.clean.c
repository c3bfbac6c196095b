// A logging function of its own with variable arguments, switch, bit-fields, unions, function tables, goto, 64-bit sums.
extern void abort(void);
#include <assert.h>
void reach_error() { assert(0); }
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
typedef int (*operation)(int, int);
static int plus(int a, int b) { return a + b; }
static int minus(int a, int b) { return a - b; }
static const operation table[] = {plus, minus};
struct flags { unsigned ready : 1, kind : 3, rest : 28; };
union value { float real; unsigned bits; };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct flags state;
static long long total;
static int sum(int count, ...) {
  va_list list;
  int result = 0;
  va_start(list, count);
  for (int i = 0; i < count; i++) result += va_arg(list, int);
  va_end(list);
  return result;
}
static void logged(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vprintf(format, list);
  va_end(list);
}
static void *worker(void *arg) {
  const int which = *(const int *)arg;
  union value v;
  v.real = 1.5f;
  pthread_mutex_lock(&m);
  switch (which) {
    case 0: state.ready = 1; break;
    case 1: state.kind = 5; break;
    default: goto out;
  }
  total += table[which](10, 3) + (v.bits >> 30);
out:
  pthread_mutex_unlock(&m);
  logged("%d %lld\n", which, 1LL);
  return 0;
}
int main(void) {
  pthread_t t[2];
  int which[2] = {0, 1};
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, &which[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(state.ready == 1 && state.kind == 5 && total == 20);
  assert(sum(3, 1, 2, 3) == 6);
  return 0;
}
