// SPDX-License-Identifier: Apache-2.0
// A condition is notified after its memory was freed.
#include <pthread.h>
#include <stdlib.h>

int main(void) {
  pthread_cond_t* condition = malloc(sizeof *condition);
  pthread_cond_init(condition, 0);
  free(condition);
  pthread_cond_signal(condition);
}
