// SPDX-License-Identifier: Apache-2.0
// A thread that waits in read stops nobody, is interrupted by signals with its errno, and can be cancelled there.
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int ends[2];
static atomic_int handled, interrupted, cleaned;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int counter;

static void on_signal(int number) {
  (void)number;
  if (write(ends[1], "", 0) != 0) _exit(9);
  atomic_store(&handled, 1);
}
static void clean(void* argument) {
  (void)argument;
  atomic_store(&cleaned, 1);
}
static void* wait_for_input(void* argument) {
  char buffer[16];
  pthread_cleanup_push(clean, 0);
  if (read(ends[0], buffer, sizeof buffer) != -1 || errno != EINTR) _exit(9);
  atomic_store(&interrupted, 1);
  read(ends[0], buffer, sizeof buffer);
  pthread_cleanup_pop(0);
  return argument;
}
static void* work(void* argument) {
  for (int i = 0; i < 100; ++i) {
    pthread_mutex_lock(&lock);
    ++counter;
    pthread_mutex_unlock(&lock);
    free(malloc(100));
  }
  return argument;
}
int main(void) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = on_signal;
  sigaction(SIGUSR1, &action, 0);
  if (pipe(ends) != 0) return 9;
  pthread_t waiting, a, b;
  pthread_create(&waiting, 0, wait_for_input, 0);
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  while (!atomic_load(&interrupted)) {
    pthread_kill(waiting, SIGUSR1);
    usleep(1000);
  }
  pthread_cancel(waiting);
  void* result;
  pthread_join(waiting, &result);
  return result == PTHREAD_CANCELED && atomic_load(&cleaned) && counter == 200 ? 0 : 9;
}
