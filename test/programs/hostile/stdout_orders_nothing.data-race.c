// SPDX-License-Identifier: Apache-2.0
// What a thread prints is not seen by the other.
#include <pthread.h>
#include <stdio.h>
static int data;
static void* writes(void* x) {
  data = 1;
  puts("a");
  return x;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writes, 0);
  puts("b");
  const int seen = data;
  pthread_join(t, 0);
  return seen > 1;
}
