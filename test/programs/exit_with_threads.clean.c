// SPDX-License-Identifier: Apache-2.0
// exit while another thread still runs.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static void* body(void* argument) {
  for (;;) pause();
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, body, 0);
  exit(0);
}
