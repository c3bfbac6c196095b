// All loads are made at one place, in a function that is not inlined: the thread that waits comes back to it with
// another atomic first. Nobody changes either of the two.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, closed;

__attribute__((noinline)) static int look(atomic_int* at) { return atomic_load(at); }

static void* finish(void* unused) {
  atomic_store(&ready, 0);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, finish, 0);
  while (!look(&ready) && !look(&closed)) {
  }
  pthread_join(other, 0);
  return 0;
}
