// SPDX-License-Identifier: Apache-2.0
// A child that one thread made and another waited for.
// only: run
#include <errno.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static int data;
static void* waits(void* p) {
  int status;
  while (wait(&status) < 0 && errno == ECHILD) usleep(1000);
  return (void*)(long)(data - 1 + (p != 0));
}
int main(void) {
  pthread_t t;
  void* result;
  pthread_create(&t, 0, waits, 0);
  data = 1;
  if (fork() == 0) _exit(0);
  pthread_join(t, &result);
  return result != 0;
}
