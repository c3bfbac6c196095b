/* For ever: the places that were jumped to before leave nothing behind, so there are finitely many states. */
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *worker(void *unused) {
  jmp_buf again;
  while (1) {
    int found = setjmp(again);
    if (found == 0) {
      int local = 1;
      int *at = &local;
      pthread_mutex_lock(&lock);
      x = (x + *at) % 3;
      pthread_mutex_unlock(&lock);
      longjmp(again, 2);
    }
    assert(found == 2);
  }
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
}
