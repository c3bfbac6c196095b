/* A cache behind pthread_rwlock_t: look, and if it is not there, write and look again. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct item { int key, value; struct item *next; };
static struct item *cache;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int computed;
static const struct item *find(int key) {
  const struct item *at = cache;
  while (at && at->key != key) at = at->next;
  return at;
}
static int lookup(int key) {
  int value = -1;
  pthread_rwlock_rdlock(&lock);
  const struct item *found = find(key);
  if (found) value = found->value;
  pthread_rwlock_unlock(&lock);
  if (value >= 0) return value;
  pthread_rwlock_wrlock(&lock);
  found = find(key);
  if (!found) {
    struct item *made = malloc(sizeof *made);
    *made = (struct item){.key = key, .value = key * key, .next = cache};
    cache = made;
    computed++;
    found = made;
  }
  value = found->value;
  pthread_rwlock_unlock(&lock);
  return value;
}
static void *user(void *unused) {
  assert(lookup(3) == 9);
  assert(lookup(4) == 16);
  return unused;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, user, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(computed == 2);
}
