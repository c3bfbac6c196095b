// Two data under two locks, written one after the other; pools of threads on the heap. (also: data-race)
extern void abort(void);
#include <assert.h>
void reach_error() { assert(0); }
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static int iTThreads = 2;
static int iRThreads = 1;
static int data1Value = 0;
static int data2Value = 0;
pthread_mutex_t *data1Lock;
pthread_mutex_t *data2Lock;
void lock(pthread_mutex_t *lock) {
  int err;
  if (0 != (err = pthread_mutex_lock(lock))) { fprintf(stderr, "Got error %d\n", err); exit(-1); }
}
void unlock(pthread_mutex_t *lock) {
  int err;
  if (0 != (err = pthread_mutex_unlock(lock))) exit(-1);
}
void *funcA(void *param) {
  lock(data1Lock);
  data1Value = 1;
  unlock(data1Lock);
  lock(data2Lock);
  data2Value = data1Value + 1;
  unlock(data2Lock);
  return NULL;
}
void *funcB(void *param) {
  int t1 = -1, t2 = -1;
  lock(data1Lock);
  if (data1Value == 0) { unlock(data1Lock); return NULL; }
  t1 = data1Value;
  unlock(data1Lock);
  lock(data2Lock);
  t2 = data2Value;
  unlock(data2Lock);
  if (t2 != (t1 + 1)) {
    fprintf(stderr, "Bug found!\n");
    ERROR: { reach_error(); abort(); }
  }
  return NULL;
}
int main(int argc, char *argv[]) {
  int i;
  data1Lock = (pthread_mutex_t *)malloc(sizeof(pthread_mutex_t));
  data2Lock = (pthread_mutex_t *)malloc(sizeof(pthread_mutex_t));
  if (0 != pthread_mutex_init(data1Lock, NULL)) exit(-1);
  if (0 != pthread_mutex_init(data2Lock, NULL)) exit(-1);
  pthread_t tPool[iTThreads], rPool[iRThreads];
  for (i = 0; i < iTThreads; i++)
    if (0 != pthread_create(&tPool[i], NULL, &funcA, NULL)) exit(-1);
  for (i = 0; i < iRThreads; i++)
    if (0 != pthread_create(&rPool[i], NULL, &funcB, NULL)) exit(-1);
  for (i = 0; i < iTThreads; i++) pthread_join(tPool[i], NULL);
  for (i = 0; i < iRThreads; i++) pthread_join(rPool[i], NULL);
  return 0;
}
