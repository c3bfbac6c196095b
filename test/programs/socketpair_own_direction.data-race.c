// SPDX-License-Identifier: Apache-2.0
// Each direction of a pair of sockets orders on its own.
// only: run
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

int data;
static int pair[2];
static void* other(void* p) {
  char c;
  data = 1;
  send(pair[1], "x", 1, 0);  // nobody reads it
  recv(pair[1], &c, 1, 0);
  return p;
}
int main(void) {
  pthread_t t;
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair)) return 1;
  pthread_create(&t, 0, other, 0);
  usleep(100000);
  send(pair[0], "x", 1, 0);
  data = 2;
  pthread_join(t, 0);
  return 0;
}
