// SPDX-License-Identifier: Apache-2.0
// snprintf writes no more than there is room for.
#include <pthread.h>
#include <stdio.h>

char text[64];
volatile char sink;
int number = 123456;

static void* first(void* argument) {
  (void)argument;
  if (snprintf(text, 4, "%d", number) != 6) return argument;
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  text[4] = 1;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (text[3] != 0 || text[2] != '3') return 1;
  return 0;
}
