// SPDX-License-Identifier: Apache-2.0
// A thread frees what holds the mutex it then unlocks.
#include <pthread.h>
#include <stdlib.h>

struct node {
  pthread_mutex_t mutex;
  int references;
};

static void drop(struct node* node) {
  pthread_mutex_lock(&node->mutex);
  if (--node->references == 0) free(node);
  pthread_mutex_unlock(&node->mutex);
}

int main(void) {
  struct node* node = calloc(1, sizeof *node);
  pthread_mutex_init(&node->mutex, 0);
  node->references = 2;
  drop(node);
  drop(node);
}
