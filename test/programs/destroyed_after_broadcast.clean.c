// SPDX-License-Identifier: Apache-2.0
// POSIX's own example: a condition is destroyed as soon as all that wait for it were notified.
#include <pthread.h>
#include <stdlib.h>

struct list {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  int waiting, over;
};

static void* waits(void* argument) {
  struct list* list = argument;
  pthread_mutex_lock(&list->mutex);
  ++list->waiting;
  while (!list->over) pthread_cond_wait(&list->changed, &list->mutex);
  pthread_mutex_unlock(&list->mutex);
  return 0;
}

int main(void) {
  for (int round = 0; round < 20; ++round) {
    struct list* list = calloc(1, sizeof *list);
    pthread_mutex_init(&list->mutex, 0);
    pthread_cond_init(&list->changed, 0);
    pthread_t threads[2];
    for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, waits, list);
    for (int there = 0; there < 2;) {
      pthread_mutex_lock(&list->mutex);
      there = list->waiting;
      pthread_mutex_unlock(&list->mutex);
    }
    pthread_mutex_lock(&list->mutex);
    list->over = 1;
    pthread_cond_broadcast(&list->changed);
    pthread_cond_destroy(&list->changed);
    pthread_mutex_unlock(&list->mutex);
    for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
    pthread_mutex_destroy(&list->mutex);
    free(list);
  }
}
