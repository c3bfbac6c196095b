// What is masked is told: nothing at first, then what the thread has set.
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static void *look(void *none) {
  sigset_t set;
  pthread_sigmask(SIG_BLOCK, 0, &set);
  assert(!sigismember(&set, SIGUSR1));
  return none;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, look, 0);
  pthread_join(other, 0);
  sigset_t set, before;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  sigaddset(&set, SIGKILL);
  pthread_sigmask(SIG_BLOCK, &set, &before);
  assert(!sigismember(&before, SIGUSR1));
  pthread_sigmask(SIG_SETMASK, &before, &set);
  assert(sigismember(&set, SIGUSR1) && !sigismember(&set, SIGKILL));
  assert(sigprocmask(SIG_UNBLOCK, 0, &set) == 0 && !sigismember(&set, SIGUSR1));
  return 0;
}
