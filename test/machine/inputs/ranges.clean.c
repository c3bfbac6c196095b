// Only compared with constants, and constants added: one value of each range is exact.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
static int kept;
static int shifted(int x) { return x + 100; }
int main(void) {
  int v = __VERIFIER_nondet_int();
  kept = v - 7;
  int n = 0;
  if (v > 1000) n |= 1;
  if (kept < -50) n |= 2;
  if (shifted(v) == 142) n |= 4;
  assert(!(n & 1 && n & 2));
  assert(!(n & 4) || v == 42);
  unsigned short s = __VERIFIER_nondet_ushort();
  if (s + 1 == 70000) assert(0);
  switch (s) {
    case 65535: assert(s > 60000); break;
    default: assert(s != 65535);
  }
}
