// SPDX-License-Identifier: Apache-2.0
#include "threads.h"
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER, two = PTHREAD_MUTEX_INITIALIZER;
int x;
static void* first(void* nothing) {
  x = 1;
  touch(&one);
  return nothing;
}
static void* between(void* nothing) {
  later(1);
  touch(&one);
  touch(&two);
  return nothing;
}
static void* last(void* nothing) {
  later(2);
  touch(&two);
  x = 2;
  return nothing;
}
int main() { RUN(first, between, last); }
