/* SPDX-License-Identifier: Apache-2.0 */
/* The optimistic list: search without locks, lock, then look again whether it is still so. */
#include "textbook.h"
#ifndef ROUNDS
#define ROUNDS 1
#endif
struct node {
  int key;
  struct node *SYNC next;
  pthread_mutex_t lock;
};
static struct node last = {999, 0, PTHREAD_MUTEX_INITIALIZER}, first = {0, &last, PTHREAD_MUTEX_INITIALIZER};
static int valid(struct node *before, struct node *at) {
  struct node *node = &first;
  while (node->key <= before->key) {
    if (node == before) return before->next == at;
    node = node->next;
  }
  return 0;
}
static int add(int key, struct node *made) {
  while (1) {
    struct node *before = &first, *at = before->next;
    while (at->key < key) before = at, at = at->next;
    pthread_mutex_lock(&before->lock);
    pthread_mutex_lock(&at->lock);
    const int good = valid(before, at);
    if (good) {
      made->key = key;
      made->next = at;
      before->next = made;
    }
    pthread_mutex_unlock(&at->lock);
    pthread_mutex_unlock(&before->lock);
    if (good) return 1;
  }
}
static struct node made[THREADS][ROUNDS] = {
    [0 ... THREADS - 1] = {[0 ... ROUNDS - 1] = {.lock = PTHREAD_MUTEX_INITIALIZER}}};
static void *body(void *argument) {
  for (int round = 0; round < ROUNDS; ++round) add(round * THREADS + ME + 1, &made[ME][round]);
  return 0;
}
int main(void) {
  run_threads(body);
  assert(((struct node *)first.next)->key == 1);
}
