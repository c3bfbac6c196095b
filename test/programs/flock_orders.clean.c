// SPDX-License-Identifier: Apache-2.0
// Locks of files, taken through descriptions of their own, keep threads apart.
// only: run
// flags: -D_GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <unistd.h>

static char path[] = "/tmp/heddle-lock-XXXXXX";
static int x, y;
static void* worker(void* p) {
  for (int i = 0; i < 50; i++) {
    int file = open(path, O_RDWR);
    flock(file, LOCK_EX);
    x++;
    if (i % 2) flock(file, LOCK_UN);
    close(file);
    int other = open(path, O_RDWR);
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    fcntl(other, F_OFD_SETLKW, &lock);
    y++;
    lock.l_type = F_UNLCK;
    fcntl(other, F_OFD_SETLK, &lock);
    close(other);
  }
  return p;
}
int main(void) {
  close(mkstemp(path));
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  unlink(path);
  return x != 100 || y != 100;
}
