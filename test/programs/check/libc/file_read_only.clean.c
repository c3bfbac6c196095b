// Two threads read a file that nobody changes.
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static void* work(void* unused) {
  char bytes[4] = {0};
  const int file = open("/etc/passwd", O_RDONLY);
  read(file, bytes, sizeof bytes);
  close(file);
  return bytes[0] != 0 ? unused : &work;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  work(0);
  pthread_join(a, 0);
}
