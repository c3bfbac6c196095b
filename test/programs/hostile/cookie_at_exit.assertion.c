// What stands in the buffer at the end of the process is written by the program's function then.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
static atomic_int done;
static ssize_t put(void* cookie, const char* text, size_t size) {
  assert(done);
  return (ssize_t)size;
}
static void* other(void* unused) {
  done = 1;
  return unused;
}
int main(void) {
  FILE* stream = fopencookie(NULL, "w", (cookie_io_functions_t){.write = put});
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  pthread_detach(t);
  fputs("text", stream);
}
