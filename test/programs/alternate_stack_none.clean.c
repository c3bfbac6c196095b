// No alternate stack was set: none is shown, in no thread, before main nor in it.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
static int before;
static void look(int* wrong) {
  stack_t old;
  *wrong = sigaltstack(NULL, &old) != 0 || (old.ss_flags & SS_DISABLE) == 0 || old.ss_sp != NULL || old.ss_size != 0;
}
__attribute__((constructor)) static void first(void) { look(&before); }
static void* other(void* wrong) {
  look(wrong);
  return NULL;
}
int main(void) {
  int here, there;
  assert(!before);
  pthread_t t;
  pthread_create(&t, NULL, other, &there);
  look(&here);
  pthread_join(t, NULL);
  assert(!here && !there);
}
