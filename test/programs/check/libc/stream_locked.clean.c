// SPDX-License-Identifier: Apache-2.0
// flockfile is a lock, which its thread can take again; all calls on the stream wait for it.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static FILE* file;
static int both;
static char bytes[64];
static void* f(void* a) {
  flockfile(file);
  putc_unlocked('a', file);
  flockfile(file);
  ++both;
  funlockfile(file);
  fputc('a', file);
  funlockfile(file);
  return a;
}
int main(void) {
  file = fmemopen(bytes, sizeof bytes, "w");
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  flockfile(file);
  ++both;
  funlockfile(file);
  fputc('b', file);
  pthread_join(t, 0);
  fclose(file);
  assert(both == 2 && bytes[1] == 'a');
  return 0;
}
