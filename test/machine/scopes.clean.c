/* Addresses of local variables in every way that is allowed, for ever: no state is new after a while. */
#include <assert.h>
#include <pthread.h>
struct list { struct list *next; int value; };
static int sum(const struct list *first) {
  int total = 0;
  for (const struct list *at = first; at; at = at->next) total += at->value;
  return total;
}
static int nested(const struct list *outer, int depth) {
  struct list inner = {(struct list *)outer, depth};
  return depth == 0 ? sum(&inner) : nested(&inner, depth - 1);
}
static void fill(int **out, int *where) { *out = where; }
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *shared, rounds;
static void *reader(void *argument) {
  for (;;) {
    pthread_mutex_lock(&m);
    if (shared) *shared = 1;
    pthread_mutex_unlock(&m);
  }
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  for (;;) {
    for (int i = 0; i < 2; i++) {
      int local = i, *address;
      fill(&address, &local);
      assert(*address == i);
      for (int j = 0; j < 2; j++) {
        int inner[2] = {i, j};
        int *at = &inner[j];
        if (j == 0) continue;
        assert(*at == j && inner[0] == i);
      }
    }
    assert(nested(0, 3) == 6);
    int lent = 0;
    pthread_mutex_lock(&m);
    shared = &lent;
    pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m);
    shared = 0;
    rounds = lent;
    pthread_mutex_unlock(&m);
  }
}
