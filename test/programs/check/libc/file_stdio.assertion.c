// Two threads append to a number that is kept in a file, with stdio.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static const char* const kName = "number.tmp";
static int get(void) {
  int value = -1;
  FILE* file = fopen(kName, "r");
  if (file) {
    fscanf(file, "%d", &value);
    fclose(file);
  }
  return value;
}
static void put(int value) {
  FILE* file = fopen(kName, "w");
  fprintf(file, "%d", value);
  fclose(file);
}
static void* work(void* unused) {
  put(get() + 1);
  return unused;
}
int main(void) {
  pthread_t a, b;
  put(0);
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  const int last = get();
  remove(kName);
  assert(last == 2);
}
