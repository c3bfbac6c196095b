// A reference count that never goes wrong, with a thread started for ever; the count is bounded by an assumption.
extern void abort(void);
#include <assert.h>
void reach_error() { assert(0); }
#include <pthread.h>
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
volatile unsigned count = 0;
void *worker(void *arg) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(count < 3);
  count++;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  assert(count > 0);
  count--;
  __VERIFIER_atomic_end();
  return 0;
}
int main() {
  pthread_t t;
  for (int i = 0; i < 4; i++) {
    pthread_create(&t, 0, worker, 0);
    pthread_detach(t);
  }
  while (1) worker(0);
}
