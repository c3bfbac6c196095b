// The same file, under a mutex.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static int file;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void* work(void* unused) {
  char byte;
  pthread_mutex_lock(&mutex);
  lseek(file, 0, SEEK_SET);
  read(file, &byte, 1);
  ++byte;
  lseek(file, 0, SEEK_SET);
  write(file, &byte, 1);
  pthread_mutex_unlock(&mutex);
  return unused;
}
int main(void) {
  pthread_t a, b;
  char name[] = "bytes-XXXXXX";
  char byte = '0';
  file = mkstemp(name);
  unlink(name);
  write(file, &byte, 1);
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  lseek(file, 0, SEEK_SET);
  read(file, &byte, 1);
  assert(byte == '2');
}
