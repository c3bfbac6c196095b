// SPDX-License-Identifier: Apache-2.0
#include "threads.h"
struct Node {
  pthread_mutex_t lock;
  int value, hits;
};
static struct Node* node;
static void* first(void* nothing) {
  node->hits += 1;
  touch(&node->lock);
  return nothing;
}
static void* second(void* nothing) {
  later(1);
  touch(&node->lock);
  node->hits += 1;
  return nothing;
}
int main() {
  node = calloc(1, sizeof *node);
  pthread_mutex_init(&node->lock, NULL);
  RUN(first, second);
  free(node);
}
