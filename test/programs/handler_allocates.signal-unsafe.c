// SPDX-License-Identifier: Apache-2.0
// malloc is not safe in a signal handler: the signal may have interrupted malloc.
// only: run
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static void* volatile kept;
static volatile sig_atomic_t done;
static void handler(int n) {
  kept = malloc(n);
  done = 1;
}
int main(void) {
  signal(SIGALRM, handler);
  kill(getpid(), SIGALRM);
  while (!done) usleep(1000);
  return 0;
}
