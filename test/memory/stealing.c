// A work-stealing deque whose owner pushes five, pops three and pushes two, while a thief steals once: how many executions
// there are.
// heddle: clean 65
// heddle: sc clean 59
#include <pthread.h>
#include <stdatomic.h>

enum { kRoom = 10 };
static atomic_ulong bottom, top;
static atomic_long slots[kRoom];

static void push(long value) {
  unsigned long b = atomic_load_explicit(&bottom, memory_order_relaxed);
  unsigned long t = atomic_load_explicit(&top, memory_order_acquire);
  if ((long)(b - t) >= kRoom) return;
  atomic_store_explicit(&slots[b % kRoom], value, memory_order_relaxed);
  atomic_store_explicit(&bottom, b + 1, memory_order_release);
}
static void pop(void) {
  unsigned long b = atomic_load_explicit(&bottom, memory_order_relaxed);
  atomic_store_explicit(&bottom, b - 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  unsigned long t = atomic_load_explicit(&top, memory_order_relaxed);
  if ((long)(b - t) > 0) {
    atomic_load_explicit(&slots[(b - 1) % kRoom], memory_order_relaxed);
    if ((long)(b - t) > 1) return;
    atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_acq_rel, memory_order_acquire);
  }
  atomic_store_explicit(&bottom, b, memory_order_relaxed);
}
static void* own(void* unused) {
  for (int i = 0; i < 5; i++) push(i);
  for (int i = 0; i < 3; i++) pop();
  for (int i = 0; i < 2; i++) push(i);
  return unused;
}
static void* steal(void* unused) {
  unsigned long t = atomic_load_explicit(&top, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  unsigned long b = atomic_load_explicit(&bottom, memory_order_acquire);
  if ((long)(b - t) <= 0) return unused;
  atomic_load_explicit(&slots[t % kRoom], memory_order_relaxed);
  atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_release, memory_order_relaxed);
  return unused;
}
void test(void) {
  pthread_t p, q;
  pthread_create(&p, 0, own, 0);
  pthread_create(&q, 0, steal, 0);
  pthread_join(p, 0);
  pthread_join(q, 0);
}
int main(void) { test(); }
