// SPDX-License-Identifier: Apache-2.0
// only: run
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int data, more;
static sigset_t set;
static void* waits(void* p) {
  int number;
  sigwait(&set, &number);
  if (data != 1) _exit(9);
  sigwaitinfo(&set, 0);
  if (more != 2) _exit(10);
  return p;
}
int main(void) {
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &set, 0);
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  data = 1;
  pthread_kill(t, SIGUSR1);
  more = 2;
  kill(getpid(), SIGUSR2);
  pthread_join(t, 0);
  return 0;
}
