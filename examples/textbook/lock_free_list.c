/* SPDX-License-Identifier: Apache-2.0 */
/* Insertion at the front of a lock-free list while another thread walks along it (an iterator). */
#include "textbook.h"
struct node {
  int key;
  struct node *SYNC next;
};
static struct node *_Atomic first;
static struct node made[2];
static void *body(void *argument) {
  if (ME == 0) {
    for (int i = 0; i < 2; ++i) {
      made[i].key = i + 1;
      struct node *old = first;
      made[i].next = old;
      while (!atomic_compare_exchange_strong(&first, &old, &made[i])) made[i].next = old;
#ifdef RACE
      made[i].next = old; /* written once more, when it is already seen */
#endif
    }
  } else {
    int sum = 0;
    for (struct node *at = first; at; at = at->next) sum += at->key;
    assert(sum == 0 || sum == 1 || sum == 3);
  }
  return 0;
}
int main(void) { run_threads(body); }
