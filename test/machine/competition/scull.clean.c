// A driver: open and release under a semaphore made of a mutex, memory of quanta allocated on demand.
extern void abort(void);
#include <assert.h>
void reach_error() { assert(0); }
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <errno.h>
typedef struct node { void **data; struct node *next; } node;
struct device { node *data; int quantum, qset; unsigned long size; pthread_mutex_t sem; } dev;
int down_interruptible(pthread_mutex_t *m) { pthread_mutex_lock(m); return 0; }
int scull_trim(struct device *d) {
  node *next, *at;
  for (at = d->data; at; at = next) {
    if (at->data) {
      for (int i = 0; i < d->qset; i++) free(at->data[i]);
      free(at->data);
      at->data = NULL;
    }
    next = at->next;
    free(at);
  }
  d->size = 0;
  d->data = NULL;
  return 0;
}
node *follow(struct device *d, int n) {
  node *at = d->data;
  if (!at) {
    at = d->data = malloc(sizeof(node));
    if (!at) return NULL;
    memset(at, 0, sizeof(node));
  }
  while (n--) {
    if (!at->next) {
      at->next = malloc(sizeof(node));
      memset(at->next, 0, sizeof(node));
    }
    at = at->next;
  }
  return at;
}
int put(struct device *d, const char *text, unsigned long at) {
  int item, offset, result = -ENOMEM;
  node *here;
  if (down_interruptible(&d->sem)) return -EINTR;
  item = (long)at / (d->quantum * d->qset);
  offset = (long)at % (d->quantum * d->qset);
  here = follow(d, item);
  if (here == NULL) goto out;
  if (!here->data) {
    here->data = malloc(d->qset * sizeof(char *));
    memset(here->data, 0, d->qset * sizeof(char *));
  }
  if (!here->data[offset / d->quantum]) here->data[offset / d->quantum] = calloc(1, d->quantum);
  memcpy((char *)here->data[offset / d->quantum] + offset % d->quantum, text, 2);
  result = 2;
  if (d->size < at + 2) d->size = at + 2;
out:
  pthread_mutex_unlock(&d->sem);
  return result;
}
void *writer(void *p) {
  if (put(&dev, "ab", 0) != 2) { reach_error(); abort(); }
  if (put(&dev, "cd", 8) != 2) { reach_error(); abort(); }
  return 0;
}
void *trimmer(void *p) {
  pthread_mutex_lock(&dev.sem);
  scull_trim(&dev);
  pthread_mutex_unlock(&dev.sem);
  return 0;
}
int main() {
  pthread_t a, b, c;
  dev.quantum = 4;
  dev.qset = 2;
  pthread_mutex_init(&dev.sem, NULL);
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, writer, 0);
  pthread_create(&c, 0, trimmer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  scull_trim(&dev);
  return 0;
}
