// SPDX-License-Identifier: Apache-2.0
// What a thread does that was started before main is not explored.
#include <pthread.h>

static pthread_t early;
static void* run(void* x) { return x; }
__attribute__((constructor)) static void start(void) { pthread_create(&early, 0, run, 0); }
int main(void) {
  pthread_join(early, 0);
  return 0;
}
