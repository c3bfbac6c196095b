// The software-verification competition's conventions.
extern void __assert_fail(const char *, const char *, unsigned int, const char *);
void reach_error() { __assert_fail("0", "f.c", 3, "reach_error"); }
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void abort(void);
void assume_abort_if_not(int cond) { if (!cond) abort(); }
void __VERIFIER_assert(int cond) { if (!cond) { ERROR: reach_error(); abort(); } }
#include <pthread.h>
int i = 1, j = 1;
void __VERIFIER_atomic_both(void) { i += j; j += i; }
void *t1(void *arg) {
  for (int k = 0; k < 2; k++) { __VERIFIER_atomic_begin(); i += j; __VERIFIER_atomic_end(); }
  return 0;
}
int main(void) {
  pthread_t id;
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n >= 0 && n < 2);
  pthread_create(&id, 0, t1, 0);
  if (__VERIFIER_nondet_bool()) __VERIFIER_atomic_both();
  __VERIFIER_atomic_begin();
  int ok = i < 4;
  __VERIFIER_atomic_end();
  __VERIFIER_assert(ok || n == 0);
  return 0;
}
