// Added before it becomes a longer number, and after: fails where the first sum changes its sign.
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned v = __VERIFIER_nondet_uint();
  long wide = (long)(int)(v + 77u) + 3000000000L;
  assert(wide >= 852516352L + 1);
}
