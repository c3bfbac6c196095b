/* A thread jumps to where another one is. */
#include <pthread.h>
#include <setjmp.h>
static jmp_buf back;
static void *worker(void *unused) {
  longjmp(back, 1);
  return unused;
}
int main(void) {
  pthread_t t;
  if (setjmp(back) == 0) {
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
  }
}
