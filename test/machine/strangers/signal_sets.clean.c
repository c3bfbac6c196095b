/* Sets of signals, and one that is ignored. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static void *worker(void *unused) {
  sigset_t none;
  sigemptyset(&none);
  sigaddset(&none, SIGINT);
  assert(sigismember(&none, SIGINT) == 1 && sigismember(&none, SIGTERM) == 0);
  sigdelset(&none, SIGINT);
  assert(sigismember(&none, SIGINT) == 0);
  return unused;
}

int main(void) {
  struct sigaction action = {0};
  action.sa_handler = SIG_IGN;
  sigemptyset(&action.sa_mask);
  sigaction(SIGPIPE, &action, 0);
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, 0);
  pthread_t one;
  pthread_create(&one, 0, worker, 0);
  pthread_join(one, 0);
  struct sigaction before;
  sigaction(SIGPIPE, 0, &before);
  assert(before.sa_handler == SIG_IGN);
}
