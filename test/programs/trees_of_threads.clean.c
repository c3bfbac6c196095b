// SPDX-License-Identifier: Apache-2.0
// Trees of threads, again and again: threads, their clocks' slots, stacks, local storage and heap blocks are all used
// again. What libc allocates for a new thread lies where a thread before freed its own, and is freed by another one.
#include <pthread.h>
#include <stdlib.h>

enum { rounds = 12, leaves = 16 };
static int total[2 * leaves];
static __thread int scratch[8];

static void* body(void* argument) {
  long index = (long)argument;
  enum { blocks = 40 };
  int* block[blocks];
  for (int i = 0; i < blocks; ++i) {
    block[i] = malloc(272 + 8 * (i % 5));
    block[i][0] = block[i][67] = i;
  }
  for (int i = 0; i < blocks; ++i) free(block[i]);
  scratch[index % 8] = 1;
  if (index < leaves) {
    pthread_t a, b;
    pthread_create(&a, 0, body, (void*)(2 * index));
    pthread_create(&b, 0, body, (void*)(2 * index + 1));
    pthread_join(a, 0);
    pthread_join(b, 0);
    total[index] = total[2 * index] + total[2 * index + 1];
  } else {
    total[index] = scratch[index % 8];
  }
  return 0;
}
int main(void) {
  for (int round = 0; round < rounds; ++round) {
    body((void*)1L);
    if (total[1] != leaves) return 9;
  }
  return 0;
}
