// A wait that nobody ends runs out: no execution is stuck in it. One that is repeated until somebody ends it runs out as often as the bound says.
// heddle: -DFUTEX=0 -DREPEATED=0 clean
// heddle: -DFUTEX=1 -DREPEATED=0 clean
// heddle: -DFUTEX=0 -DREPEATED=1 inconclusive
// heddle: -DFUTEX=1 -DREPEATED=1 inconclusive
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static atomic_int word, left, right;
static int ready;

static void timed_wait(void) {
  struct timespec time = {1, 0};
  if (FUTEX) {
    pthread_mutex_unlock(&mutex);
    syscall(SYS_futex, &word, 0 /* FUTEX_WAIT */, 0, &time, 0, 0);
    pthread_mutex_lock(&mutex);
  } else {
    pthread_cond_timedwait(&condition, &mutex, &time);
  }
}
static void* waiter(void* unused) {
  atomic_store_explicit(&left, 1, memory_order_relaxed);
  (void)atomic_load_explicit(&right, memory_order_relaxed);
  pthread_mutex_lock(&mutex);
  if (REPEATED)
    while (!ready) timed_wait();
  else
    timed_wait();
  pthread_mutex_unlock(&mutex);
  return unused;
}
static void* other(void* unused) {
  atomic_store_explicit(&right, 1, memory_order_relaxed);
  (void)atomic_load_explicit(&left, memory_order_relaxed);
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}
void test(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, waiter, 0);
  pthread_create(&threads[1], 0, other, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
int main(void) { test(); }
