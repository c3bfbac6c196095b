// SPDX-License-Identifier: Apache-2.0
// An error of a socket is told once: nobody else may have asked for it before.
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void* idle(void* unused) { return unused; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, idle, NULL);
  const int end = socket(AF_INET, SOCK_DGRAM, 0);
  struct sockaddr_in nobody;
  memset(&nobody, 0, sizeof nobody);
  nobody.sin_family = AF_INET;
  nobody.sin_port = htons(9);
  nobody.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int error = 0;
  socklen_t size = sizeof error;
  if (end >= 0 && connect(end, (struct sockaddr*)&nobody, sizeof nobody) == 0 && send(end, "x", 1, 0) == 1 &&
      getsockopt(end, SOL_SOCKET, SO_ERROR, &error, &size) == 0)
    assert(error == ECONNREFUSED);
  if (end >= 0) close(end);
  pthread_join(thread, NULL);
  return 0;
}
