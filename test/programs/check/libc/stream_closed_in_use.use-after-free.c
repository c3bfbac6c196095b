// SPDX-License-Identifier: Apache-2.0
// A stream is freed when it is closed.
#include <pthread.h>
#include <stdio.h>
static FILE* file;
static void* f(void* a) {
  fputs("x", file);
  return a;
}
int main(void) {
  file = tmpfile();
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  fclose(file);
  pthread_join(t, 0);
  return 0;
}
