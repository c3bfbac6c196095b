/* Strings to numbers, a lock for each bucket, entries with a flexible array member for the key. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct entry {
  struct entry *next;
  int value;
  size_t length;
  char key[];
};
struct bucket {
  pthread_mutex_t lock;
  struct entry *first;
};
#define BUCKETS 2
static struct bucket table[BUCKETS];

static uint32_t hash(const char *key) {
  uint32_t h = 2166136261u;
  for (; *key; key++) h = (h ^ (unsigned char)*key) * 16777619u;
  return h;
}
static struct bucket *bucket_of(const char *key) { return &table[hash(key) % BUCKETS]; }

static int add(const char *key, int by) {
  struct bucket *b = bucket_of(key);
  int result;
  pthread_mutex_lock(&b->lock);
  for (struct entry *e = b->first; e; e = e->next)
    if (strcmp(e->key, key) == 0) {
      result = e->value += by;
      goto out;
    }
  size_t length = strlen(key);
  struct entry *fresh = malloc(sizeof *fresh + length + 1);
  fresh->length = length;
  fresh->value = result = by;
  memcpy(fresh->key, key, length + 1);
  fresh->next = b->first;
  b->first = fresh;
out:
  pthread_mutex_unlock(&b->lock);
  return result;
}
static int take(const char *key, int *value) {
  struct bucket *b = bucket_of(key);
  int found = 0;
  pthread_mutex_lock(&b->lock);
  for (struct entry **at = &b->first; *at; at = &(*at)->next)
    if (!strncmp((*at)->key, key, (*at)->length + 1)) {
      struct entry *gone = *at;
      *at = gone->next;
      *value = gone->value;
      free(gone);
      found = 1;
      break;
    }
  pthread_mutex_unlock(&b->lock);
  return found;
}
static void *user(void *name) {
  add("common", 1);
  add(name, 10);
  add("common", 1);
  return 0;
}
int main(void) {
  pthread_t a, b;
  int value;
  for (int i = 0; i < BUCKETS; i++) pthread_mutex_init(&table[i].lock, 0);
  pthread_create(&a, 0, user, "alpha");
  pthread_create(&b, 0, user, "beta");
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(take("common", &value) && value == 4);
  assert(take("alpha", &value) && value == 10);
  assert(take("beta", &value) && value == 10);
  assert(!take("alpha", &value));
  for (int i = 0; i < BUCKETS; i++) assert(table[i].first == NULL);
  return 0;
}
