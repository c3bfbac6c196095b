// Two threads write x and look at it again, with a read of what others write between: how many executions there are.
// heddle: -DWRITERS=4 clean 57,600
// heddle: sc -DWRITERS=4 clean 49,776
#include <pthread.h>
#include <stdatomic.h>
#define LOAD(x) (void)atomic_load_explicit(&x, memory_order_acquire)
#define STORE(x, v) atomic_store_explicit(&x, v, memory_order_release)
atomic_int x, y, z;
void* by_y(void* unused) {
  STORE(x, 1);
  LOAD(y);
  LOAD(x);
  return unused;
}
void* by_z(void* unused) {
  STORE(x, 2);
  LOAD(z);
  LOAD(x);
  return unused;
}
void* writer(void* number) {
  STORE(y, (int)(long)number);
  STORE(z, (int)(long)number);
  return 0;
}
void test(void) {
  pthread_t p, q, writers[WRITERS];
  pthread_create(&p, 0, by_y, 0);
  pthread_create(&q, 0, by_z, 0);
  for (long i = 0; i < WRITERS; i++) pthread_create(&writers[i], 0, writer, (void*)i);
  pthread_join(p, 0);
  pthread_join(q, 0);
  for (long i = 0; i < WRITERS; i++) pthread_join(writers[i], 0);
}
int main(void) { test(); }
