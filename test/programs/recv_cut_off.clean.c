// SPDX-License-Identifier: Apache-2.0
// A datagram that is longer than the buffer is cut off, whatever length recv returns.
#include <pthread.h>
#include <sys/socket.h>

char text[64];
volatile char sink;
int ends[2];

static void* first(void* argument) {
  (void)argument;
  if (recv(ends[0], text, 3, MSG_TRUNC) != 5) return argument;
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  text[3] = 1;
  return 0;
}
int main(void) {
  if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends) != 0 || send(ends[1], "hello", 5, 0) != 5) return 1;
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
