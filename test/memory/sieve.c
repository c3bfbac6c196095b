// Two threads cross out multiples in the same sieve: how many executions there are.
// heddle: -DSIZE=5 clean 1,512
// heddle: sc -DSIZE=5 clean 398
#include <pthread.h>
#include <stdatomic.h>
atomic_int numbers[SIZE];
void* cross_out(void* unused) {
  for (int i = 0; i < SIZE; i++) {
    if (atomic_load_explicit(&numbers[i], memory_order_acquire)) continue;
    atomic_store_explicit(&numbers[i], 1, memory_order_release);
    for (int multiple = 2 * i + 2; multiple < SIZE; multiple += i + 2)
      atomic_store_explicit(&numbers[multiple], 2, memory_order_release);
  }
  return unused;
}
void test(void) {
  pthread_t p, q;
  pthread_create(&p, 0, cross_out, 0);
  pthread_create(&q, 0, cross_out, 0);
  pthread_join(p, 0);
  pthread_join(q, 0);
}
int main(void) { test(); }
