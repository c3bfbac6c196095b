// What fails without a reason is counted: two wake-ups, three compare-exchanges, and whoever looks at the number is wrong. Who
// only waits is right, however often it fails.
// heddle: -DFEW=9 clean
// heddle: -DCOUNT_WAITS -DFEW=3 assertion
// heddle: -DCOUNT_EXCHANGES -DFEW=3 assertion
// heddle: sc -DCOUNT_WAITS -DFEW=3 assertion
// heddle: sc -DCOUNT_EXCHANGES -DFEW=3 assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;
static atomic_int counter;
static void add(void) {
  int failures = 0, seen = 0;
  while (!atomic_compare_exchange_weak_explicit(&counter, &seen, seen + 1, memory_order_relaxed, memory_order_relaxed))
#ifdef COUNT_EXCHANGES
    ++failures
#endif
        ;
  assert(failures < FEW);
}
void* waits(void* unused) {
  int wakes = 0;
  pthread_mutex_lock(&mutex);
  while (!ready) {
    pthread_cond_wait(&changed, &mutex);
#ifdef COUNT_WAITS
    ++wakes;
#endif
  }
  pthread_mutex_unlock(&mutex);
  assert(wakes < FEW);
  add();
  return unused;
}
void* notifies(void* unused) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  add();
  return unused;
}
void test(void) {
  pthread_t a, b;
  ready = 0;
  atomic_store(&counter, 0);
  pthread_create(&a, 0, waits, 0);
  pthread_create(&b, 0, notifies, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
int main(void) { test(); }
