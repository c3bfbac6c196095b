// SPDX-License-Identifier: Apache-2.0
// Writing into a pipe teaches the writer nothing of its reader.
// only: run
#include <pthread.h>
#include <unistd.h>

int data;
static int ends[2];
static void* reader(void* p) {
  char c;
  data = 1;
  read(ends[0], &c, 1);
  return p;
}
int main(void) {
  pthread_t t;
  if (pipe(ends)) return 1;
  pthread_create(&t, 0, reader, 0);
  usleep(100000);
  write(ends[1], "x", 1);
  data = 2;
  pthread_join(t, 0);
  return 0;
}
