// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
static void *use(void *x) { ++*(int *)x; return x; }
int main(void) {
  for (int i = 0; i < 2; ++i) {
    int *where = i == 0 ? &(int){5} : &(int){7};
    pthread_t t;
    pthread_create(&t, 0, use, where);
    nanosleep(&(struct timespec){0, 10}, 0);
    pthread_join(t, 0);
    if (*where == 9) break;
  }
  return 0;
}
