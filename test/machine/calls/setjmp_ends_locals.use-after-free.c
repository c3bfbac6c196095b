/* A jump leaves the block of a variable that another thread still looks at. also: data-race */
#include <pthread.h>
#include <setjmp.h>
static int *_Atomic shown;
static void *reader(void *unused) {
  int *at = shown;
  if (at) (void)*(volatile int *)at;
  return unused;
}
static jmp_buf out;
static void inner(void) {
  int local = 1;
  shown = &local;
  longjmp(out, 1);
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
  if (setjmp(out) == 0) inner();
  pthread_join(t, 0);
}
