// Threads take nodes off and put nodes on a list under a lock, with keys and specific data, an rwlock and a once.
extern void abort(void);
#include <assert.h>
void reach_error() { assert(0); }
#define _GNU_SOURCE
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <limits.h>
#include <sched.h>
#include <unistd.h>
#include <time.h>
struct node { int key; struct node *next; };
static struct node *head;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static int size;
static void make_key(void) { pthread_key_create(&key, free); }
static bool insert(int k) {
  struct node *fresh = malloc(sizeof *fresh), **at = &head;
  fresh->key = k;
  pthread_mutex_lock(&lock);
  while (*at && (*at)->key < k) at = &(*at)->next;
  if (*at && (*at)->key == k) {
    pthread_mutex_unlock(&lock);
    free(fresh);
    return false;
  }
  fresh->next = *at;
  *at = fresh;
  pthread_mutex_unlock(&lock);
  return true;
}
static void *worker(void *arg) {
  pthread_once(&once, make_key);
  int *mine = malloc(sizeof(int));
  *mine = (int)(intptr_t)arg;
  pthread_setspecific(key, mine);
  if (insert(*(int *)pthread_getspecific(key))) {
    pthread_rwlock_wrlock(&table);
    size++;
    pthread_rwlock_unlock(&table);
  }
  sched_yield();
  pthread_rwlock_rdlock(&table);
  assert(size <= 2);
  pthread_rwlock_unlock(&table);
  return (void *)(intptr_t)*mine;
}
int main(void) {
  pthread_t t[3];
  pthread_attr_t attr;
  pthread_attr_init(&attr);
  pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_JOINABLE);
  for (intptr_t i = 0; i < 3; i++) pthread_create(t + i, &attr, worker, (void *)(i % 2));
  intptr_t sum = 0;
  for (int i = 0; i < 3; i++) {
    void *result;
    pthread_join(t[i], &result);
    sum += (intptr_t)result;
  }
  assert(sum == 1 && size == 2);
  while (head) {
    struct node *gone = head;
    head = head->next;
    free(gone);
  }
  pthread_attr_destroy(&attr);
  pthread_key_delete(key);
  return 0;
}
