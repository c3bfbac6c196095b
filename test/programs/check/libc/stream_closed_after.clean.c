// SPDX-License-Identifier: Apache-2.0
// Closed when nobody uses it any more.
#include <pthread.h>
#include <stdio.h>
static FILE* file;
static void* f(void* a) {
  fprintf(file, "x");
  return a;
}
int main(void) {
  file = tmpfile();
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  pthread_join(t, 0);
  fclose(file);
  return 0;
}
