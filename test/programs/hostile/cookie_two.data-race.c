// Two streams have one cookie: the lock of one orders nothing with the callbacks of the other.
#include <pthread.h>
#include <stdio.h>
static FILE *one, *two;
static ssize_t put(void* cookie, const char* text, size_t size) {
  *(int*)cookie += (int)size;
  return (ssize_t)size;
}
static void* other(void* unused) {
  fputc('b', two);
  return unused;
}
int main(void) {
  static int count;
  one = fopencookie(&count, "w", (cookie_io_functions_t){.write = put});
  two = fopencookie(&count, "w", (cookie_io_functions_t){.write = put});
  setvbuf(one, NULL, _IONBF, 0);
  setvbuf(two, NULL, _IONBF, 0);
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  fputc('a', one);
  pthread_join(t, NULL);
}
