// It fails for the neighbour of a constant that the input is compared with.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int v = __VERIFIER_nondet_int();
  if (v < 4000) assert((v & 0xffff) * 2 != 7998);
}
