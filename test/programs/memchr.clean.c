// SPDX-License-Identifier: Apache-2.0
// memchr stops at what it finds.
#include <pthread.h>
#include <string.h>

char text[16] = "key=value";
void* volatile sink;
volatile char wanted = '=';

static void* first(void* argument) {
  (void)argument;
  sink = memchr(text, wanted, sizeof text);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  text[4] = 0;
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
