// SPDX-License-Identifier: Apache-2.0
// A signal that real time brings may end the wait: that it never ends is not said.
#include <semaphore.h>
#include <signal.h>
#include <sys/time.h>

static sem_t come;
static void handle(int signal) {
  (void)signal;
  sem_post(&come);
}
int main(void) {
  const struct itimerval time = {{0, 0}, {0, 1000}};
  sem_init(&come, 0, 0);
  signal(SIGALRM, handle);
  setitimer(ITIMER_REAL, &time, 0);
  while (sem_wait(&come) != 0) {
  }
  return 0;
}
