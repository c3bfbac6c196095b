// A signal to the process group comes to the process itself, whose handler runs in the call.
#include <assert.h>
#include <signal.h>
#include <unistd.h>
static volatile sig_atomic_t seen;
static void handler(int number) { seen++; }
int main(void) {
  signal(SIGUSR1, handler);
  kill(0, SIGUSR1);
  assert(seen == 1);
  killpg(0, SIGUSR1);
  assert(seen == 2);
  kill(-getpgrp(), SIGUSR1);
  assert(seen == 3);
  assert(kill(0, 0) == 0);
}
