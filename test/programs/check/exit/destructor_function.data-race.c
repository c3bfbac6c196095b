// A destructor function of the program, beside a thread.
#include <pthread.h>
int shared;
__attribute__((destructor)) static void finish(void) { shared = 1; }
void* work(void* unused) { shared = 2; return unused; }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  return 0;
}
