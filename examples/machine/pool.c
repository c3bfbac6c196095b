// SPDX-License-Identifier: Apache-2.0
// Workers nobody waits for: each takes blocks of its own, hands them over in a list under a lock, and takes
// some off again. Which worker is where, and which block is which, makes no difference: see doc/machine.md.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef WORKERS
#define WORKERS 3
#endif

struct block {
  struct block* next;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct block* list;
static int length;

static void* worker(void* unused) {
  (void)unused;
  for (int i = 0; i < 2; ++i) {
    struct block* mine = malloc(sizeof *mine);
    pthread_mutex_lock(&lock);
    mine->next = list;
    list = mine;
    ++length;
    pthread_mutex_unlock(&lock);
  }
  pthread_mutex_lock(&lock);
  struct block* taken = list;
  list = taken->next;
  --length;
  assert(length >= 0);
  pthread_mutex_unlock(&lock);
  free(taken);
  return 0;
}

int main(void) {
  for (int i = 0; i < WORKERS; ++i) {
    pthread_t id;
    pthread_create(&id, 0, worker, 0);
    pthread_detach(id);
  }
  pthread_exit(0);
}
