// Kept where a table of pointers leads: nobody follows that.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int kept;
static int *const places[] = {&kept};
static int *volatile chosen = &kept;
int main(void) {
  kept = __VERIFIER_nondet_int();
  assert(*chosen * 3 != 3 * 777);
}
