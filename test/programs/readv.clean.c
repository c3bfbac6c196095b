// SPDX-License-Identifier: Apache-2.0
// readv leaves what lies between the pieces and behind the last byte alone.
#include <pthread.h>
#include <sys/uio.h>
#include <unistd.h>

char text[64];
volatile char sink;
int ends[2];

static void* first(void* argument) {
  (void)argument;
  struct iovec pieces[2] = {{text, 2}, {text + 32, 8}};
  if (readv(ends[0], pieces, 2) != 5) return argument;
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  text[2] = 1;
  text[35] = 1;
  return 0;
}
int main(void) {
  if (pipe(ends) != 0 || write(ends[1], "hello", 5) != 5) return 1;
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
