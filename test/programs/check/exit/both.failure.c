// Both threads end the process; one of them with a status.
#include <pthread.h>
#include <stdlib.h>
void* work(void* unused) { exit(4); }
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  exit(0);
}
