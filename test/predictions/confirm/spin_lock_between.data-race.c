// SPDX-License-Identifier: Apache-2.0
#include "threads.h"
static pthread_spinlock_t lock;
int x;
static void* first(void* nothing) {
  x = 1;
  pthread_spin_lock(&lock);
  pthread_spin_unlock(&lock);
  return nothing;
}
static void* second(void* nothing) {
  later(1);
  pthread_spin_lock(&lock);
  pthread_spin_unlock(&lock);
  x = 2;
  return nothing;
}
int main() {
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  RUN(first, second);
}
