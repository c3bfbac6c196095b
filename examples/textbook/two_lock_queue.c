/* SPDX-License-Identifier: Apache-2.0 */
/* Michael and Scott's queue with two locks. */
#include "textbook.h"
struct node {
  int value;
  struct node *SYNC next;
};
static struct node start;
static struct node *head = &start, *tail = &start;
static pthread_mutex_t at_head = PTHREAD_MUTEX_INITIALIZER, at_tail = PTHREAD_MUTEX_INITIALIZER;
static void enqueue(struct node *made, int value) {
  made->value = value;
  made->next = 0;
  pthread_mutex_lock(&at_tail);
  tail->next = made;
  tail = made;
  pthread_mutex_unlock(&at_tail);
}
static int dequeue(void) {
  pthread_mutex_lock(&at_head);
  struct node *after = head->next;
  int value = -1;
  if (after) {
    value = after->value;
    head = after;
  }
  pthread_mutex_unlock(&at_head);
  return value;
}
static struct node made[2];
static void *body(void *argument) {
  if (ME == 0) {
    enqueue(&made[0], 1);
    enqueue(&made[1], 2);
  } else {
    const int got = dequeue();
    assert(got == -1 || got == 1);
  }
  return 0;
}
int main(void) { run_threads(body); }
