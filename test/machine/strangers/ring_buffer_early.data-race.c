/* The same, publishing the index before the slot is written. (also: assertion) */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define SIZE 4u
#define MASK (SIZE - 1u)
_Static_assert((SIZE & MASK) == 0, "a power of two");

struct ring {
  _Alignas(64) _Atomic uint8_t head;
  _Alignas(64) _Atomic uint8_t tail;
  int32_t slots[SIZE];
};
static struct ring ring = {.head = 254, .tail = 254};

static int ring_put(struct ring *r, int32_t value) {
  uint8_t head = atomic_load(&r->head);
  uint8_t tail = atomic_load(&r->tail);
  if ((uint8_t)(head - tail) == SIZE) return 0;
  atomic_store(&r->head, (uint8_t)(head + 1));
  r->slots[head & MASK] = value;
  return 1;
}
static int ring_get(struct ring *r, int32_t *out) {
  uint8_t tail = atomic_load(&r->tail);
  if (atomic_load(&r->head) == tail) return 0;
  *out = r->slots[tail & MASK];
  atomic_store(&r->tail, (uint8_t)(tail + 1));
  return 1;
}
static void *producer(void *unused) {
  for (int32_t i = 0; i < 6; i++)
    while (!ring_put(&ring, -i)) {
    }
  return unused;
}
static void *consumer(void *unused) {
  for (int32_t i = 0; i < 6; i++) {
    int32_t got;
    while (!ring_get(&ring, &got)) {
    }
    assert(got == -i);
  }
  return unused;
}
int main(void) {
  pthread_t p, c;
  pthread_create(&p, 0, producer, 0);
  pthread_create(&c, 0, consumer, 0);
  pthread_join(p, 0);
  pthread_join(c, 0);
  assert(ring.head == ring.tail && ring.head == 4);
}
