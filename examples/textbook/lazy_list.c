/* SPDX-License-Identifier: Apache-2.0 */
/* The lazy list: remove marks a node before it unlinks it, contains takes no lock. */
#include "textbook.h"
#ifndef ROUNDS
#define ROUNDS 1
#endif
struct node {
  int key;
  SYNC int marked;
  struct node *SYNC next;
  pthread_mutex_t lock;
};
static struct node last = {999, 0, 0, PTHREAD_MUTEX_INITIALIZER}, first = {0, 0, &last, PTHREAD_MUTEX_INITIALIZER};
static int add(int key, struct node *made) {
  while (1) {
    struct node *before = &first, *at = before->next;
    while (at->key < key) before = at, at = at->next;
    pthread_mutex_lock(&before->lock);
    pthread_mutex_lock(&at->lock);
    const int valid = !before->marked && !at->marked && before->next == at;
    if (valid && at->key != key) {
      made->key = key;
      made->next = at;
      before->next = made;
    }
    pthread_mutex_unlock(&at->lock);
    pthread_mutex_unlock(&before->lock);
    if (valid) return at->key != key;
  }
}
static int drop(int key) {
  while (1) {
    struct node *before = &first, *at = before->next;
    while (at->key < key) before = at, at = at->next;
    if (at->key != key) return 0;
    pthread_mutex_lock(&before->lock);
    pthread_mutex_lock(&at->lock);
    const int valid = !before->marked && !at->marked && before->next == at;
    if (valid) {
      at->marked = 1;
      before->next = at->next;
    }
    pthread_mutex_unlock(&at->lock);
    pthread_mutex_unlock(&before->lock);
    if (valid) return 1;
  }
}
static int contains(int key) {
  struct node *at = &first;
  while (at->key < key) at = at->next;
  return at->key == key && !at->marked;
}
static struct node made[THREADS][ROUNDS] = {
    [0 ... THREADS - 1] = {[0 ... ROUNDS - 1] = {.lock = PTHREAD_MUTEX_INITIALIZER}}};
static void *body(void *argument) {
  for (int round = 0; round < ROUNDS; ++round)
    if (ME % 2 == 0) {
      const int key = 1 + ME * ROUNDS + round;
      assert(add(key, &made[ME][round]));
      assert(drop(key));
    } else {
      contains(1);
    }
  return 0;
}
int main(void) { run_threads(body); }
