/* SPDX-License-Identifier: Apache-2.0 */
/* Hand-over-hand locking; the racy one lets go before it takes hold. */
#include "textbook.h"
struct node {
  int key;
  struct node *next;
  pthread_mutex_t lock;
};
static struct node last = {9, 0, PTHREAD_MUTEX_INITIALIZER}, first = {0, &last, PTHREAD_MUTEX_INITIALIZER};
static void add(int key, struct node *made) {
  struct node *before = &first;
  pthread_mutex_lock(&before->lock);
  struct node *at = before->next;
  pthread_mutex_lock(&at->lock);
  while (at->key < key) {
    pthread_mutex_unlock(&before->lock);
    before = at;
    at = at->next;
    pthread_mutex_lock(&at->lock);
  }
  made->key = key;
  made->next = at;
#ifdef RACE
  pthread_mutex_unlock(&before->lock);
  before->next = made;
#else
  before->next = made;
  pthread_mutex_unlock(&before->lock);
#endif
  pthread_mutex_unlock(&at->lock);
}
static struct node made[2] = {{0, 0, PTHREAD_MUTEX_INITIALIZER}, {0, 0, PTHREAD_MUTEX_INITIALIZER}};
static void *body(void *argument) {
  add(ME + 1, &made[ME]);
  return 0;
}
int main(void) { run_threads(body); }
