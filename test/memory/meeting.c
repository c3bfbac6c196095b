// Threads that meet at a barrier, or run something once: the order in which they come tells nothing apart. Of a round at
// which somebody asks who is the one that is told so, there are as many executions as threads.
// heddle: -DMEET clean 1
// heddle: sc -DMEET clean 1
// heddle: -DASK clean 9
// heddle: sc -DASK clean 9
// heddle: -DONCE clean 3
// heddle: sc -DONCE clean 3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
pthread_barrier_t barrier;
pthread_once_t once = PTHREAD_ONCE_INIT;
int ran, parts[3], chosen[3];
void run(void) { ran++; }
void* come(void* argument) {
  const int self = (int)(long)argument;
#ifdef ONCE
  pthread_once(&once, run);
  assert(ran == 1);
#else
  parts[self] = self + 1;
#ifdef ASK
  for (int round = 0; round < 2; round++)
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) chosen[self]++;
#else
  for (int round = 0; round < 2; round++) pthread_barrier_wait(&barrier);
#endif
  assert(parts[0] + parts[1] + parts[2] == 6);
#endif
  return 0;
}
void test(void) {
  pthread_t threads[3];
  pthread_barrier_init(&barrier, 0, 3);
  for (long i = 0; i < 3; i++) pthread_create(&threads[i], 0, come, (void*)i);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
#ifdef ASK
  assert(chosen[0] + chosen[1] + chosen[2] == 2);
#endif
}
int main(void) { test(); }
