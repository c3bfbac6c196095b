/* Numbers at their limits, bases, and where a number ends. */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
int main(void) {
  char *end;
  assert(strtol("9223372036854775807", 0, 10) == LONG_MAX && errno == 0);
  assert(strtol("-9223372036854775808", 0, 10) == LONG_MIN && errno == 0);
  assert(strtol("9223372036854775808", 0, 10) == LONG_MAX && errno == ERANGE);
  errno = 0;
  assert(strtoul("18446744073709551615", 0, 10) == ULONG_MAX && errno == 0);
  assert(strtoul("18446744073709551616", 0, 10) == ULONG_MAX && errno == ERANGE);
  const char *text = "0xg";
  assert(strtol(text, &end, 0) == 0 && end == text + 1);
  errno = 0;
  end = 0;
  assert(strtol("12", &end, 1) == 0 && errno == EINVAL && end == 0);
  assert(strtol(" 0x1F", 0, 16) == 31 && strtol("017", 0, 0) == 15 && atoi("-7x") == -7);
  return 0;
}
