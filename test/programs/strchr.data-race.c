// SPDX-License-Identifier: Apache-2.0
// strchr reads up to what it finds.
// expect-variable: text
#include <pthread.h>
#include <string.h>

char text[16] = "key=value";
char* volatile sink;
volatile char wanted = '=';

static void* first(void* argument) {
  (void)argument;
  sink = strchr(text, wanted);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  text[3] = 0;
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
