/* A spin loop with the hints that people write. */
#include <pthread.h>
#include <stdatomic.h>
#include <immintrin.h>
static atomic_int ready;
static int data;
static void *worker(void *unused) {
  while (!atomic_load(&ready)) {
    _mm_pause();
    __builtin_ia32_pause();
    __asm__ volatile("pause" ::: "memory");
  }
  data = 2;
  return unused;
}
int main(void) {
  pthread_t one;
  pthread_create(&one, 0, worker, 0);
  data = 1;
  atomic_store(&ready, 1);
  pthread_join(one, 0);
  return data - 2;
}
