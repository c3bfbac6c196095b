// A ticket lock of fetch-and-add; the section is entered by one thread at a time.
extern void abort(void);
#include <assert.h>
void reach_error() { assert(0); }
#include <pthread.h>
extern void __VERIFIER_assume(int);
volatile unsigned s = 0, t = 0;
volatile int c = 0;
unsigned __VERIFIER_atomic_fetch_and_inc() { return t++; }
unsigned __VERIFIER_atomic_served() { return s; }
void __VERIFIER_atomic_leave() { s++; }
void *thr(void *arg) {
  unsigned l = __VERIFIER_atomic_fetch_and_inc();
  while (l != __VERIFIER_atomic_served());
  c = 1;
  assert(c == 1);
  c = 0;
  __VERIFIER_atomic_leave();
  return 0;
}
int main() {
  pthread_t id[3];
  for (int i = 0; i < 3; i++) pthread_create(&id[i], 0, thr, 0);
  for (int i = 0; i < 3; i++) pthread_join(id[i], 0);
  return 0;
}
