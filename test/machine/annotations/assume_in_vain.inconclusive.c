/* No execution is left: nothing was checked. */
#include <assert.h>
#include <heddle/annotate.h>
int main(void) {
  unsigned x = heddle_choose(4);
  heddle_assume(x > 4);
  assert(0);
}
