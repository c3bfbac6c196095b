// What is added makes some of the values small again: only there it fails.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned v = __VERIFIER_nondet_uint();
  if (v > 10) assert(v + 5 > 4);
}
