// compilers: clang-14 clang-19
// Nobody reads it: the two writes race all the same.
#include <pthread.h>

static int last;

static void *set(void *value) {
  last = (int)(long)value;
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, set, (void *)1);
  set((void *)2);
  pthread_join(other, 0);
  return 0;
}
