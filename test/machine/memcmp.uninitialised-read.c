/* Comparing blocks of which one was never written. */
#include <stdlib.h>
#include <string.h>
int main(void) {
  char *a = calloc(4, 1), *b = malloc(4);
  return memcmp(a, b, 4);
}
