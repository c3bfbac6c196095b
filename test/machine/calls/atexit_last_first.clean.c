#include <assert.h>
#include <stdlib.h>
int n;
void second(void) { assert(n++ == 1); }
void first(void) { assert(n++ == 0); }
int main(void) {
  atexit(second);
  atexit(first);
  exit(0);
}
