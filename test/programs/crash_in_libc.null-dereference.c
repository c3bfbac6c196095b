// SPDX-License-Identifier: Apache-2.0
// The fault is in a function of libc that the program calls.
// only: run
// flags: -w
#include <pthread.h>
#include <string.h>

static char* volatile nowhere;
static void* f(void* p) { return (void*)strlen(nowhere) + (p != 0); }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  pthread_join(t, 0);
  return 0;
}
