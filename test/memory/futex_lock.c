// A lock that waits by a futex (Drepper): 1 while it is held, 2 if somebody may wait. A wait may wake up without a reason.
// heddle: clean
// heddle: weakest
// heddle: sc clean
// heddle: -DTAKE=relaxed data-race
// heddle: -DGIVE=relaxed data-race
// heddle: -DLOOKS_ONCE data-race
// heddle: -DFORGETS_TO_WAKE deadlock
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
#ifndef TAKE
#define TAKE acquire
#endif
#ifndef GIVE
#define GIVE release
#endif
#define JOIN(a, b) a##b
#define ORDER(o) JOIN(memory_order_, o)
static atomic_int state;
static int inside;
static void lock(void) {
  int found = 0;
  if (atomic_compare_exchange_strong_explicit(&state, &found, 1, ORDER(TAKE), memory_order_relaxed)) return;
  while (atomic_exchange_explicit(&state, 2, ORDER(TAKE))) {
    syscall(SYS_futex, &state, FUTEX_WAIT_PRIVATE, 2, 0, 0, 0);
#ifdef LOOKS_ONCE
    return;
#endif
  }
}
static void unlock(void) {
  if (atomic_exchange_explicit(&state, 0, ORDER(GIVE)) == 2) {
#ifndef FORGETS_TO_WAKE
    syscall(SYS_futex, &state, FUTEX_WAKE_PRIVATE, 1, 0, 0, 0);
#endif
  }
}
static void* use(void* unused) {
  lock();
  inside++;
  unlock();
  return unused;
}
void test(void) {
  pthread_t a, b;
  pthread_create(&a, 0, use, 0);
  pthread_create(&b, 0, use, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(inside == 2);
}
int main(void) { test(); }
