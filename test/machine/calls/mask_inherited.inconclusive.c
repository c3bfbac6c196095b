// A thread begins with the mask of who made it, which is not known.
// reason: the mask of signals that a thread began with .*mask_inherited.inconclusive.c:10
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static void *look(void *none) {
  sigset_t set;
  // asks
  pthread_sigmask(SIG_BLOCK, 0, &set);
  assert(sigismember(&set, SIGUSR1));
  return none;
}

int main(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, 0);
  pthread_t other;
  pthread_create(&other, 0, look, 0);
  pthread_join(other, 0);
  return 0;
}
