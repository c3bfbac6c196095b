// SPDX-License-Identifier: Apache-2.0
// A signal that no fault causes ends it.
// only: run
#include <signal.h>
#include <unistd.h>

int main(void) {
  signal(SIGALRM, SIG_DFL);
  kill(getpid(), SIGALRM);
  for (;;) pause();
}
