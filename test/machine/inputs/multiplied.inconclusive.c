// More than compared: the values beside constants are tried, which need not be all.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int v = __VERIFIER_nondet_int();
  if (v > 5 && v < 10) assert((v * v) % 1000 != 1001);
}
