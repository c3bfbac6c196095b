// A stream's callback takes a mutex while libc holds the stream's lock; another thread takes the two the other way round.
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static FILE* stream;
static ssize_t put(void* cookie, const char* text, size_t size) {
  *(int*)cookie += (int)size;
  return (ssize_t)size;
}
static void* other(void* unused) {
  fputc('b', stream);
  return unused;
}
int main(void) {
  static int count;
  stream = fopencookie(&count, "w", (cookie_io_functions_t){.write = put});
  setvbuf(stream, NULL, _IONBF, 0);
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  fputc('a', stream);
  pthread_join(t, NULL);
  fclose(stream);
}
