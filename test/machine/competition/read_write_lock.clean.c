// A readers-writer lock of atomic functions; two writers and two readers.
extern void abort(void);
#include <assert.h>
void reach_error() { assert(0); }
#include <pthread.h>
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int w = 0, r = 0, x, y;
void __VERIFIER_atomic_take_write_lock() {
  __VERIFIER_assume(w == 0 && r == 0);
  w = 1;
}
void __VERIFIER_atomic_take_read_lock() {
  __VERIFIER_assume(w == 0);
  r = r + 1;
}
void *writer(void *arg) {
  __VERIFIER_atomic_take_write_lock();
  x = 3;
  __VERIFIER_atomic_begin();
  w = 0;
  __VERIFIER_atomic_end();
  return 0;
}
void *reader(void *arg) {
  int l;
  __VERIFIER_atomic_take_read_lock();
  l = x;
  y = l;
  if (!(y == x)) { reach_error(); abort(); }
  __VERIFIER_atomic_begin();
  l = r - 1;
  r = l;
  __VERIFIER_atomic_end();
  return 0;
}
int main() {
  pthread_t t1, t2, t3;
  pthread_create(&t1, 0, writer, 0);
  pthread_create(&t2, 0, reader, 0);
  pthread_create(&t3, 0, writer, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  pthread_join(t3, 0);
  return 0;
}
