/* Numbers, words, sets and characters are found as the C library finds them. */
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  int a, b, used;
  char word[8], set[8], c;
  assert(sscanf("12, -7 word xyz9 q", "%d, %d %7s %7[x-z]%*d %c%n", &a, &b, word, set, &c, &used) == 5);
  assert(a == 12 && b == -7 && strcmp(word, "word") == 0 && strcmp(set, "xyz") == 0 && c == 'q' && used == 18);
  assert(sscanf("word", "%d", &a) == 0 && sscanf("", "%d", &a) == EOF);
  return 0;
}
