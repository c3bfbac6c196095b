// SPDX-License-Identifier: Apache-2.0
// The joining thread writes the result while another one reads it.
#include <pthread.h>
#include <unistd.h>

void* result;

static void* ends(void* unused) { return unused; }
static void* reads(void* unused) {
  usleep(50000);
  return result ? unused : 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, ends, 0);
  pthread_create(&b, 0, reads, 0);
  pthread_join(a, &result);
  pthread_join(b, 0);
}
