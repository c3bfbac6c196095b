// One of four thousand million values.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int v = __VERIFIER_nondet_int();
  assert(v - 3 != 123456789);
}
