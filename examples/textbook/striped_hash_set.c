/* SPDX-License-Identifier: Apache-2.0 */
/* A hash set with a lock for every other bucket; the racy one forgets the lock when it only looks. */
#include "textbook.h"
#ifndef ROUNDS
#define ROUNDS 1
#endif
struct item {
  int key;
  struct item *next;
};
static struct item *table[4];
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int contains(int key) {
#ifndef RACE
  pthread_mutex_lock(&locks[key % 2]);
#endif
  struct item *at = table[key % 4];
  while (at && at->key != key) at = at->next;
#ifndef RACE
  pthread_mutex_unlock(&locks[key % 2]);
#endif
  return at != 0;
}
static void add(int key) {
  struct item *made = malloc(sizeof *made);
  made->key = key;
  pthread_mutex_lock(&locks[key % 2]);
  made->next = table[key % 4];
  table[key % 4] = made;
  pthread_mutex_unlock(&locks[key % 2]);
}
static void *body(void *argument) {
  for (int round = 0; round < ROUNDS; ++round) {
    const int mine = round * THREADS + ME;
    add(mine + 1);
    contains((mine ^ 1) + 1);
    assert(contains(mine + 1));
  }
  return 0;
}
int main(void) { run_threads(body); }
