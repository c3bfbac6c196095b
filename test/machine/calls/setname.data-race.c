// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
static char name[8] = "ab";
static void* tells(void* ignored) {
  pthread_setname_np(pthread_self(), name);
  return ignored;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, tells, 0);
  name[1] = 'c';
  pthread_join(thread, 0);
}
