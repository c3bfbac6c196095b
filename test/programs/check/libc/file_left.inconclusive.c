// A file that stays from one execution to the next: each finds what the one before left.
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
static atomic_int turns;
static void* work(void* unused) {
  ++turns;
  return unused;
}
int main(void) {
  pthread_t thread;
  char byte = 0;
  const int file = open("left.tmp", O_RDWR | O_CREAT, 0644);
  pthread_create(&thread, 0, work, 0);
  ++turns;
  pread(file, &byte, 1, 0);
  ++byte;
  pwrite(file, &byte, 1, 0);
  pthread_join(thread, 0);
  close(file);
  return 0;
}
