// What the compiler makes of functions of <math.h>, for each width.
#include <assert.h>
#include <errno.h>
#include <math.h>

static volatile double two = 2, least = 5e-324, half = -0.5, odd = 2.5, nothing = -0.0, large = 2251799813685249.5;
static volatile float third = 1.0F / 3;
static volatile long double wide = 1e18L + 0.5L;

int main(void) {
  assert(ceil(odd) == 3 && floor(odd) == 2 && trunc(-odd) == -2 && round(odd) == 3 && round(-odd) == -3);
  assert(rint(odd) == 2 && nearbyint(odd + 1) == 4 && rint(half) == 0 && signbit(rint(half)));
  assert(ceil(least) == 1 && floor(-least) == -1 && trunc(large) == 2251799813685249.0 && round(0.49999999999999994) == 0);
  assert(fabs(nothing) == 0 && !signbit(fabs(nothing)) && copysign(two, nothing) == -2);
  assert(fmin(two, odd) == 2 && fmax(two, odd) == 2.5 && fmax(two, NAN) == 2);
  assert(sqrt(two) == 1.4142135623730951 && sqrtf((float)two) == 1.41421354F && sqrt(odd * odd) == odd);
  assert(ceilf(third) == 1 && floorf(-third) == -1 && roundf(third) == 0 && fabsf(-third) == third && truncf(third) == 0);
  assert(ceill(wide) == 1e18L + 1 && floorl(wide) == 1e18L && fabsl(-wide) == wide && sqrtl(4.0L * wide * wide) == 2 * wide);
  assert(errno == 0);
  const double none = sqrt(-two);
  assert(none != none && errno == EDOM);
  return 0;
}
