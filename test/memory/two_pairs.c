// Two threads each write a pair of numbers three times over, two others read the pairs: how many executions there are.
// heddle: clean 82,472
// heddle: sc clean 69,112
#include <pthread.h>
#include <stdatomic.h>

static atomic_int numbers[4];  // two pairs

static void read_first(int count) {
  for (int i = 0; i < count; i++) atomic_load_explicit(&numbers[i % 4], memory_order_acquire);
}
static void write_pair(atomic_int* pair) {
  for (int i = 0; i < 6; i++) atomic_store_explicit(&pair[i % 2], i / 2 + 1, memory_order_release);
}
static void* read_seven(void* unused) { return read_first(7), unused; }
static void* read_three(void* unused) { return read_first(3), unused; }
static void* write_low(void* unused) { return write_pair(numbers), unused; }
static void* write_high(void* unused) { return write_pair(numbers + 2), unused; }

void test(void) {
  void* (*const starts[])(void*) = {read_seven, read_three, write_low, write_high};
  pthread_t threads[4];
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], 0, starts[i], 0);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
}
int main(void) { test(); }
