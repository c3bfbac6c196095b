/* One jmp_buf for two threads. also: use-after-free */
#include <pthread.h>
#include <setjmp.h>
static jmp_buf back;
static void *worker(void *unused) {
  if (setjmp(back) == 0) longjmp(back, 1);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
}
