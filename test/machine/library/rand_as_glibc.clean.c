/* Random numbers are the library's own: the same for the same seed, and each call gives the next. */
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int first = rand();
  assert(first == 1804289383 && rand() == 846930886);
  srand(1);
  assert(rand() == first);
  return 0;
}
