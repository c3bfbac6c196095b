/* A pool of blocks of one size, free ones linked through themselves (a union), tagged with bit-fields. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>

enum { BLOCKS = 3 };
union block {
  struct {
    union block *next;
  } free;
  struct {
    unsigned owner : 4;
    unsigned used : 1;
    unsigned : 3;
    unsigned serial : 24;
    char text[16];
  } record;
};
static union block storage[BLOCKS];
static union block *free_list;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned serial;

static void setup(void) {
  for (int i = BLOCKS; i-- > 0;) {
    storage[i].free.next = free_list;
    free_list = &storage[i];
  }
}
static union block *take(unsigned owner) {
  pthread_mutex_lock(&lock);
  union block *b = free_list;
  if (b) {
    free_list = b->free.next;
    memset(b, 0, sizeof *b);
    b->record.owner = owner;
    b->record.used = 1;
    b->record.serial = ++serial;
  }
  pthread_mutex_unlock(&lock);
  return b;
}
static void give_back(union block *b) {
  assert(b->record.used);
  pthread_mutex_lock(&lock);
  b->free.next = free_list;
  free_list = b;
  pthread_mutex_unlock(&lock);
}
static void *user(void *argument) {
  unsigned me = (unsigned)(size_t)argument;
  for (int round = 0; round < 1; round++) {
    union block *one = take(me), *two = take(me);
    if (one) {
      strcpy(one->record.text, me == 1 ? "first" : "second");
      assert(one->record.owner == me && one->record.text[0] == (me == 1 ? 'f' : 's'));
    }
    if (one) give_back(one);
    if (two) give_back(two);
  }
  return 0;
}
int main(void) {
  pthread_t a, b;
  setup();
  pthread_create(&a, 0, user, (void *)1);
  pthread_create(&b, 0, user, (void *)2);
  pthread_join(a, 0);
  pthread_join(b, 0);
  int left = 0;
  for (union block *at = free_list; at; at = at->free.next) left++;
  assert(left == BLOCKS);
  assert(offsetof(union block, record.text) >= 4);
}
