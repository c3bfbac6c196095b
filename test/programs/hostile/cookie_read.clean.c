// Threads that read from one stream: its function runs under the stream's lock, also when it is closed.
#include <pthread.h>
#include <stdio.h>
static FILE* stream;
static int left = 3, closed;
static ssize_t get(void* cookie, char* text, size_t size) {
  if (left == 0) return 0;
  text[0] = (char)('a' + --left);
  return 1;
}
static int end(void* cookie) { return closed++; }
static void* other(void* unused) {
  char line[8];
  fgets(line, sizeof line, stream);
  return unused;
}
int main(void) {
  stream = fopencookie(NULL, "r", (cookie_io_functions_t){.read = get, .close = end});
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  fgetc(stream);
  pthread_join(t, NULL);
  fclose(stream);
  return closed - 1;
}
