// As in the competition: two threads add to each other's number; it stays below a bound.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int i = 3, j = 6;
void *t1(void *arg) {
  for (int k = 0; k < 5; k++) { __VERIFIER_atomic_begin(); i = j + 1; __VERIFIER_atomic_end(); }
  return 0;
}
void *t2(void *arg) {
  for (int k = 0; k < 5; k++) { __VERIFIER_atomic_begin(); j = i + 1; __VERIFIER_atomic_end(); }
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t1, 0);
  pthread_create(&b, 0, t2, 0);
  __VERIFIER_atomic_begin();
  int bad = i >= 16 + 1 || j >= 16 + 1;
  __VERIFIER_atomic_end();
  assert(!bad);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
