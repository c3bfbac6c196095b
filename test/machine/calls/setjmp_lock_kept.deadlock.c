/* A jump gives no lock back. */
#include <pthread.h>
#include <setjmp.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *worker(void *unused) {
  jmp_buf out;
  if (setjmp(out) == 0) {
    pthread_mutex_lock(&lock);
    longjmp(out, 1);
  }
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return unused;
}
int main(void) { worker(0); }
