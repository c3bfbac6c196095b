// SPDX-License-Identifier: Apache-2.0
// Who reads from a file what another thread wrote into it comes after.
// only: run
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static char path[] = "/tmp/heddle-file-XXXXXX";
static int data;
static void* reader(void* p) {
  char c = 0;
  int file = open(path, O_RDONLY);
  while (pread(file, &c, 1, 0) != 1 || c != 'x') usleep(1000);
  close(file);
  return (void*)(long)(data - 1 + (p != 0));
}
int main(void) {
  int file = mkstemp(path);
  pthread_t t;
  void* result;
  pthread_create(&t, 0, reader, 0);
  data = 1;
  write(file, "x", 1);
  pthread_join(t, &result);
  unlink(path);
  return result != 0;
}
