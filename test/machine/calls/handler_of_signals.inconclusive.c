// A handler is named with the program's line.
// reason: a handler of signals .*handler_of_signals.inconclusive.c:9
#include <signal.h>

static void handle(int which) { (void)which; }

int main(void) {
  // sets it
  signal(SIGUSR1, handle);
  return 0;
}
