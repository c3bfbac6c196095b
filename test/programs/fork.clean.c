// SPDX-License-Identifier: Apache-2.0
// fork in a program with threads; parent and child both go on.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static atomic_int stop;
static void* body(void* argument) {
  while (!atomic_load(&stop)) {
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    free(malloc(100));
  }
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, body, 0);
  int failed = 0;
  for (int i = 0; i < 20; i++) {
    const pid_t child = fork();
    if (child == 0) {
      void* p = malloc(1000);
      free(p);
      _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    if (status != 0) failed = 1;
  }
  atomic_store(&stop, 1);
  pthread_join(a, 0);
  return failed ? 9 : 0;
}
