// SPDX-License-Identifier: Apache-2.0
// The interrupted code may be about to look at errno.
// only: run
#include <errno.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t done;
static void handler(int n) {
  close(-1);
  done = n;
}
int main(void) {
  signal(SIGALRM, handler);
  kill(getpid(), SIGALRM);
  while (!done) usleep(1000);
  return errno == 12345;
}
