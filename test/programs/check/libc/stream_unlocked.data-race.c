// SPDX-License-Identifier: Apache-2.0
// A call that does not take the lock of the stream.
#include <pthread.h>
#include <stdio.h>
static FILE* file;
static void* f(void* a) {
  fputc_unlocked('a', file);
  return a;
}
int main(void) {
  file = tmpfile();
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  fputc('b', file);
  pthread_join(t, 0);
  fclose(file);
  return 0;
}
