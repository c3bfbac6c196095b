// SPDX-License-Identifier: Apache-2.0
// Calls on one stream exclude each other.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static FILE* file;
static char bytes[64];
static void* f(void* a) {
  fputc('a', file);
  return a;
}
int main(void) {
  file = fmemopen(bytes, sizeof bytes, "w");
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  fputc('b', file);
  pthread_join(t, 0);
  fclose(file);
  assert(bytes[0] + bytes[1] == 'a' + 'b');
  return 0;
}
