// Two threads that wait for each other at a condition, in turns: between the parts of a wait others run.
// heddle: clean
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int full;
static void turn(int from) {
  for (int round = 0; round < 2; ++round) {
    pthread_mutex_lock(&mutex);
    while (full != from) pthread_cond_wait(&changed, &mutex);
    full = 1 - from;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
  }
}
void* producer(void* unused) {
  turn(0);
  return unused;
}
void* consumer(void* unused) {
  turn(1);
  return unused;
}
void test(void) {
  pthread_t a, b;
  pthread_create(&a, 0, producer, 0);
  pthread_create(&b, 0, consumer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
int main(void) { test(); }
