// SPDX-License-Identifier: Apache-2.0
// Knowledge goes up and down a tree of threads.
#include <pthread.h>

static int total[16];
static void* body(void* argument) {
  long index = (long)argument;
  if (index < 8) {
    pthread_t a, b;
    pthread_create(&a, 0, body, (void*)(2 * index));
    pthread_create(&b, 0, body, (void*)(2 * index + 1));
    pthread_join(a, 0);
    pthread_join(b, 0);
    total[index] = total[2 * index] + total[2 * index + 1];
  } else {
    total[index] = 1;
  }
  return 0;
}
int main(void) {
  body((void*)1L);
  return total[1] == 8 ? 0 : 9;
}
