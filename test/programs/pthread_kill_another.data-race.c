// SPDX-License-Identifier: Apache-2.0
// A signal to one thread tells another nothing.
// only: run
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int data;
static volatile sig_atomic_t done;
static void handler(int n) { done = n; }
static void* waits(void* p) {
  while (!done) usleep(1000);
  return p;
}
static void* reads(void* p) {
  usleep(300000);
  return (void*)(long)(data + (p != 0));
}
int main(void) {
  pthread_t a, b;
  signal(SIGUSR1, handler);
  pthread_create(&a, 0, waits, 0);
  pthread_create(&b, 0, reads, 0);
  data = 1;
  pthread_kill(a, SIGUSR1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
