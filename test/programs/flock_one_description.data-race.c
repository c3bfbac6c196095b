// SPDX-License-Identifier: Apache-2.0
// A process's record locks do not keep its own threads apart.
// only: run
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static char path[] = "/tmp/heddle-lock-XXXXXX";
static int file, x;
static void* worker(void* p) {
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  fcntl(file, F_SETLKW, &lock);
  x++;
  lock.l_type = F_UNLCK;
  fcntl(file, F_SETLK, &lock);
  return p;
}
int main(void) {
  file = mkstemp(path);
  unlink(path);
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return 0;
}
