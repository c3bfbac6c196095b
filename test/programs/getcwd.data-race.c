// SPDX-License-Identifier: Apache-2.0
// getcwd writes the path.
// expect-variable: text
#include <pthread.h>
#include <unistd.h>

char text[4096];
volatile char sink;

static void* first(void* argument) {
  (void)argument;
  if (!getcwd(text, sizeof text)) return argument;
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  sink = text[0];
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
