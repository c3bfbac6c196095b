/* Three philosophers, each the left fork first. */
#include <pthread.h>
#include <stdint.h>
#define N 3
static pthread_mutex_t forks[N];
static int meals[N];
static void *philosopher(void *argument) {
  const uintptr_t me = (uintptr_t)argument;
  pthread_mutex_t *left = &forks[me], *right = &forks[(me + 1) % N];
  pthread_mutex_lock(left);
  pthread_mutex_lock(right);
  meals[me]++;
  pthread_mutex_unlock(right);
  pthread_mutex_unlock(left);
  return 0;
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++) pthread_mutex_init(&forks[i], 0);
  for (uintptr_t i = 0; i < N; i++) pthread_create(&t[i], 0, philosopher, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  for (int i = 0; i < N; i++) pthread_mutex_destroy(&forks[i]);
}
