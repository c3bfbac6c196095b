// SPDX-License-Identifier: Apache-2.0
// So is one without a file.
#include <pthread.h>
#include <stdio.h>
static FILE* file;
static char bytes[64];
static void* f(void* a) {
  fprintf(file, "%d", 1);
  return a;
}
int main(void) {
  file = fmemopen(bytes, sizeof bytes, "w");
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  fclose(file);
  pthread_join(t, 0);
  return 0;
}
