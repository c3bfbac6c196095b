// SPDX-License-Identifier: Apache-2.0
// A thread frees what is no block: a local variable of main.
#include <pthread.h>
#include <stdlib.h>

static void* dispose(void* argument) {
  free(argument);
  return 0;
}

int main(void) {
  int local[8] = {0};
  pthread_t thread;
  pthread_create(&thread, 0, dispose, local);
  pthread_join(thread, 0);
  return local[0];
}
