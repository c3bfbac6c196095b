// SPDX-License-Identifier: Apache-2.0
// A handler that restores errno; one that is raised and may do what it likes; one that was left by a jump.
// only: run
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static volatile sig_atomic_t done;
static sigjmp_buf back;
static void keeps(int n) {
  int saved = errno;
  close(-1);
  errno = saved;
  done = n;
}
static void allocates(int n) {
  free(malloc(n));
  close(-1);
}
static void leaves(int n) { siglongjmp(back, n); }
int main(void) {
  signal(SIGALRM, keeps);
  kill(getpid(), SIGALRM);
  while (!done) usleep(1000);
  signal(SIGUSR1, allocates);
  raise(SIGUSR1);
  signal(SIGUSR2, leaves);
  if (sigsetjmp(back, 1) == 0) {
    kill(getpid(), SIGUSR2);
    for (;;) pause();
  }
  free(malloc(100));
  return 0;
}
