// quick_exit with a status, in one of two orders.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
atomic_int ready;
void* work(void* unused) { ready = 1; return unused; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  quick_exit(ready ? 3 : 0);
}
