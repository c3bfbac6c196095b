// Quick read-copy-update: readers announce themselves at one of two counters, the updater waits for both.
extern void abort(void);
#include <assert.h>
void reach_error() { assert(0); }
#include <pthread.h>
extern int __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int idx = 0;
int ctr1 = 1, ctr2 = 0;
int readerprogress1 = 0, readerprogress2 = 0;
pthread_mutex_t mutex;
void __VERIFIER_atomic_use1(int myidx) { __VERIFIER_assume(myidx <= 0 && ctr1 > 0); ctr1++; }
void __VERIFIER_atomic_use2(int myidx) { __VERIFIER_assume(myidx >= 1 && ctr2 > 0); ctr2++; }
void __VERIFIER_atomic_use_done(int myidx) { if (myidx <= 0) { ctr1--; } else { ctr2--; } }
void __VERIFIER_atomic_take_snapshot(int *s1, int *s2) { *s1 = readerprogress1; *s2 = readerprogress2; }
void __VERIFIER_atomic_check_progress(int s1, int s2) {
  if (s1 == 1 && readerprogress1 == 1) { reach_error(); abort(); }
  if (s2 == 1 && readerprogress2 == 1) { reach_error(); abort(); }
}
int __VERIFIER_atomic_idx(void) { return idx; }
void *qrcu_reader1(void *arg) {
  int myidx;
  while (1) {
    myidx = __VERIFIER_atomic_idx();
    if (__VERIFIER_nondet_bool()) { __VERIFIER_atomic_use1(myidx); break; }
    else if (__VERIFIER_nondet_bool()) { __VERIFIER_atomic_use2(myidx); break; }
  }
  __VERIFIER_atomic_begin(); readerprogress1 = 1; __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin(); readerprogress1 = 2; __VERIFIER_atomic_end();
  __VERIFIER_atomic_use_done(myidx);
  return 0;
}
void *qrcu_reader2(void *arg) {
  int myidx;
  while (1) {
    myidx = __VERIFIER_atomic_idx();
    if (__VERIFIER_nondet_bool()) { __VERIFIER_atomic_use1(myidx); break; }
    else if (__VERIFIER_nondet_bool()) { __VERIFIER_atomic_use2(myidx); break; }
  }
  __VERIFIER_atomic_begin(); readerprogress2 = 1; __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin(); readerprogress2 = 2; __VERIFIER_atomic_end();
  __VERIFIER_atomic_use_done(myidx);
  return 0;
}
int __VERIFIER_atomic_zero(int which) { return which == 1 ? ctr1 == 0 : ctr2 == 0; }
void __VERIFIER_atomic_flip(void) {
  if (idx <= 0) { ctr2++; idx = 1; ctr1--; } else { ctr1++; idx = 0; ctr2--; }
}
int __VERIFIER_atomic_sum(void) { return ctr1 + ctr2; }
void *qrcu_updater(void *arg) {
  int s1, s2, old;
  __VERIFIER_atomic_take_snapshot(&s1, &s2);
  pthread_mutex_lock(&mutex);
  old = __VERIFIER_atomic_idx();
  __VERIFIER_atomic_flip();
  if (old <= 0) { while (!__VERIFIER_atomic_zero(1)); } else { while (!__VERIFIER_atomic_zero(2)); }
  old = __VERIFIER_atomic_idx();
  __VERIFIER_atomic_flip();
  if (old <= 0) { while (!__VERIFIER_atomic_zero(1)); } else { while (!__VERIFIER_atomic_zero(2)); }
  pthread_mutex_unlock(&mutex);
  __VERIFIER_atomic_check_progress(s1, s2);
  return 0;
}
int main() {
  pthread_t t1, t2, t3;
  pthread_mutex_init(&mutex, 0);
  pthread_create(&t1, 0, qrcu_reader1, 0);
  pthread_create(&t2, 0, qrcu_reader2, 0);
  pthread_create(&t3, 0, qrcu_updater, 0);
  pthread_join(t1, 0);
  pthread_join(t2, 0);
  pthread_join(t3, 0);
  pthread_mutex_destroy(&mutex);
  return 0;
}
