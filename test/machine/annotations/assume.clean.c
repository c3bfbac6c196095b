/* Only inputs below two count. -DWITHOUT: assertion */
#include <assert.h>
#include <heddle/annotate.h>
int main(void) {
  unsigned x = heddle_choose(4);
#ifndef WITHOUT
  heddle_assume(x < 2);
#endif
  assert(x * x < 4);
}
