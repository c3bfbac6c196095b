/* In the style of the competition: nondeterminism, atomic sections, reach_error behind __VERIFIER_assert. (also: data-race failure) */
#include <pthread.h>
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __leaf__, __noreturn__));
void reach_error() { __assert_fail("0", "sv_mix.c", 5, "reach_error"); }
extern int __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
void assume_abort_if_not(int cond) { if (!cond) abort(); }
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: {reach_error(); abort(); } } return; }
volatile int flag1, flag2, turn;
int x;
void __VERIFIER_atomic_acquire(int *l) { assume_abort_if_not(*l == 0); *l = 1; }
int lock;
void *thr1(void *arg) {
  flag1 = 1;
  turn = 1;
  int f21 = flag2, t1 = turn;
  while (f21 == 1 && t1 == 1) { f21 = flag2; t1 = turn; }
  x = 0;
  __VERIFIER_assert(x <= 0);
  flag1 = 0;
  return 0;
}
void *thr2(void *arg) {
  flag2 = 1;
  if (__VERIFIER_nondet_bool()) turn = 0; /* sometimes forgotten */
  int f12 = flag1, t2 = turn;
  while (f12 == 1 && t2 == 0) { f12 = flag1; t2 = turn; }
  x = 1;
  __VERIFIER_assert(x >= 1);
  flag2 = 0;
  return 0;
}
int main() {
  pthread_t t1, t2;
  unsigned char n = __VERIFIER_nondet_uchar();
  assume_abort_if_not(n < 2);
  __VERIFIER_atomic_begin();
  lock = 0;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_acquire(&lock);
  pthread_create(&t1, 0, thr1, 0);
  pthread_create(&t2, 0, thr2, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  return n;
}
