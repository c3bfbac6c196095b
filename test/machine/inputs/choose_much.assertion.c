// A choice among more than anybody could try one by one.
#include <assert.h>
#include <heddle/annotate.h>
int main(void) {
  unsigned v = heddle_choose(1000000);
  assert(v < 999999);
}
