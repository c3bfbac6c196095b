// SPDX-License-Identifier: Apache-2.0
// An array that grows under a lock, by turns in two threads, keeps what was in it.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int* numbers;
size_t count;

static void* add(void* argument) {
  for (int i = 0; i < 50; ++i) {
    pthread_mutex_lock(&lock);
    numbers = (int*)realloc(numbers, (count + 1) * sizeof *numbers);
    numbers[count] = (int)count;
    ++count;
    pthread_mutex_unlock(&lock);
  }
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  for (size_t i = 0; i < count; ++i)
    if (numbers[i] != (int)i) return 9;
  numbers = (int*)realloc(numbers, 2 * sizeof *numbers);
  if (numbers[1] != 1) return 9;
  free(numbers);
  return count == 100 ? 0 : 9;
}
