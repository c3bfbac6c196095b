// The sum of an array that threads fill by an index they share. (also: data-race)
extern void abort(void);
#include <assert.h>
void reach_error() { assert(0); }
#include <pthread.h>
#include <stdlib.h>
void __VERIFIER_assert(int expression) { if (!expression) { ERROR: { reach_error(); abort(); } } return; }
const int SIGMA = 3;
int *array;
int array_index = -1;
void *thread(void *arg) {
  array[array_index] = 1;
  return 0;
}
int main() {
  int tid, sum;
  pthread_t *t;
  t = (pthread_t *)malloc(sizeof(pthread_t) * SIGMA);
  array = (int *)calloc(SIGMA, sizeof(int));
  if (t == NULL || array == NULL) abort();
  for (tid = 0; tid < SIGMA; tid++) {
    array_index++;
    pthread_create(&t[tid], 0, thread, 0);
  }
  for (tid = 0; tid < SIGMA; tid++) pthread_join(t[tid], 0);
  for (tid = sum = 0; tid < SIGMA; tid++) sum += array[tid];
  __VERIFIER_assert(sum == SIGMA);
  free(t);
  free(array);
  return 0;
}
