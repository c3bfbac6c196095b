// Each call holds the stream's lock: the second write is not inside the first, but either may come first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static FILE* stream;
static char last;
static atomic_int inside;
static ssize_t put(void* cookie, const char* text, size_t size) {
  assert(inside++ == 0);
  last = text[0];
  inside--;
  return (ssize_t)size;
}
static void* other(void* unused) {
  fputc('b', stream);
  return unused;
}
int main(void) {
  stream = fopencookie(NULL, "w", (cookie_io_functions_t){.write = put});
  setvbuf(stream, NULL, _IONBF, 0);
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  fputc('a', stream);
  pthread_join(t, NULL);
}
