// A loop waits for one of two values, and its first look may come before the store that its second one follows: an
// execution in which the round began with what is old by then.
// heddle: clean 2
// heddle: sc clean 2
// heddle: tso clean 2
// heddle: -DNOT=1 assertion
// heddle: -DNOT=2 assertion
// heddle: sc -DNOT=2 assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef NOT
#define NOT 3
#endif
atomic_int first, second;
int found;
void* set_first(void* unused) {
  atomic_store(&first, 1);
  return unused;
}
void* set_second(void* unused) {
  atomic_store(&second, 1);
  return unused;
}
void* wait_for_either(void* unused) {
  while (found == 0) {
    if (atomic_load(&first))
      found = 1;
    else if (atomic_load(&second))
      found = 2;
  }
  return unused;
}
void test(void) {
  found = 0;
  pthread_t threads[3];
  void* (*const starts[3])(void*) = {set_first, wait_for_either, set_second};
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, starts[i], 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(found != NOT);
}
int main(void) { test(); }
