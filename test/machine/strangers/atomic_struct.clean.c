/* An _Atomic struct of eight bytes, atomic flags, fetch operations, compare-and-exchange loops. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
typedef struct { int32_t balance; uint32_t version; } account;
static _Atomic account shared;
static atomic_flag busy = ATOMIC_FLAG_INIT;
static atomic_uint bits;
static int plain;
static bool withdraw(int32_t amount) {
  account old = atomic_load(&shared), fresh;
  do {
    if (old.balance < amount) return false;
    fresh = (account){old.balance - amount, old.version + 1};
  } while (!atomic_compare_exchange_strong(&shared, &old, fresh));
  return true;
}
static void *user(void *argument) {
  unsigned me = *(unsigned *)argument;
  bool got = withdraw(60);
  if (got) atomic_fetch_or(&bits, 1u << me);
  while (atomic_flag_test_and_set(&busy)) {
  }
  plain++;
  atomic_flag_clear(&busy);
  return 0;
}
int main(void) {
  pthread_t t[2];
  unsigned numbers[] = {0, 1};
  atomic_init(&shared, ((account){100, 0}));
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, user, &numbers[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  account last = shared;
  assert(last.balance == 40 && last.version == 1);
  unsigned who = atomic_exchange(&bits, 0);
  assert((who == 1 || who == 2) && plain == 2);
}
