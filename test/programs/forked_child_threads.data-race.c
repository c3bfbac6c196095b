// SPDX-License-Identifier: Apache-2.0
// Threads that a child of fork makes itself.
// only: run
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static int x;
static void* f(void* p) {
  x++;
  return p;
}
int main(void) {
  int status;
  if (fork() == 0) {
    pthread_t a, b;
    pthread_create(&a, 0, f, 0);
    pthread_create(&b, 0, f, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    _exit(0);
  }
  wait(&status);
  return 0;
}
