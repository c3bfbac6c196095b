// SPDX-License-Identifier: Apache-2.0
// A deep stack.
#include <pthread.h>

static int down(int depth) { return depth == 0 ? 0 : 1 + down(depth - 1); }
static void* body(void* argument) { return down(20000) == 20000 ? argument : (void*)1; }
int main(void) {
  pthread_t a;
  void* result;
  pthread_create(&a, 0, body, 0);
  pthread_join(a, &result);
  return result == 0 ? 0 : 9;
}
