// SPDX-License-Identifier: Apache-2.0
// Numbers out of texts, sorting, random numbers, blocks of a given alignment. library.h tells when it is linked.
#include "program/translate/library.h"

namespace heddle::program {

const LibraryPart kNumbersLibrary = {
    "strtoul strtol atol atoi strtoll strtoull atoll abs labs llabs qsort bsearch reallocarray "
    "posix_memalign srandom srand random rand rand_r frexp frexpf modf modff sqrt sqrtf sqrtl",
    R"c(int *__errno_location(void);
static int heddle_digit_of(char c) {
  return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'z' ? c - 'a' + 10 : c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 99;
}
/* The number's size, and whether it has a minus and is less than 2^64. */
static unsigned long heddle_number(const char *s, char **end, int base, int *minus, int *fits) {
  unsigned long value = 0;
  const char *start = s;
  int digits = 0;
  *minus = 0, *fits = 1;
  if (base < 0 || base == 1 || base > 36) {
    *__errno_location() = 22;
    return 0;
  }
  while (*s == ' ' || (*s >= 9 && *s <= 13)) s++;
  if (*s == '-' || *s == '+') *minus = *s++ == '-';
  if ((base == 0 || base == 16) && s[0] == '0' && (s[1] == 'x' || s[1] == 'X') && heddle_digit_of(s[2]) < 16)
    s += 2, base = 16;
  if (base == 0) base = *s == '0' ? 8 : 10;
  for (; heddle_digit_of(*s) < base; s++, digits++) {
    unsigned long digit = heddle_digit_of(*s);
    if (value > (~0UL - digit) / base) *fits = 0;
    value = value * base + digit;
  }
  if (end) *end = (char *)(digits ? s : start);
  if (!*fits) *__errno_location() = 34;
  return value;
}
WEAK unsigned long strtoul(const char *s, char **end, int base) {
  int minus, fits;
  unsigned long value = heddle_number(s, end, base, &minus, &fits);
  return !fits ? ~0UL : minus ? -value : value;
}
WEAK long strtol(const char *s, char **end, int base) {
  int minus, fits;
  unsigned long value = heddle_number(s, end, base, &minus, &fits), most = ~0UL / 2 + minus;
  if (fits && value <= most) return (long)(minus ? -value : value);
  *__errno_location() = 34;
  return (long)(minus ? ~0UL / 2 + 1 : ~0UL / 2);
}
WEAK long atol(const char *s) { return strtol(s, 0, 10); }
WEAK int atoi(const char *s) { return (int)strtol(s, 0, 10); }
WEAK long long strtoll(const char *s, char **end, int base) { return strtol(s, end, base); }
WEAK unsigned long long strtoull(const char *s, char **end, int base) { return strtoul(s, end, base); }
WEAK long long atoll(const char *s) { return strtol(s, 0, 10); }
double heddle_root(double) __asm__("llvm.sqrt.f64");
float heddle_rootf(float) __asm__("llvm.sqrt.f32");
long double heddle_rootl(long double) __asm__("llvm.sqrt.f80");
WEAK double sqrt(double x) {
  if (x < 0) *__errno_location() = 33;
  return heddle_root(x);
}
WEAK float sqrtf(float x) {
  if (x < 0) *__errno_location() = 33;
  return heddle_rootf(x);
}
WEAK long double sqrtl(long double x) {
  if (x < 0) *__errno_location() = 33;
  return heddle_rootl(x);
}
WEAK double frexp(double x, int *exponent) {
  unsigned long bits;
  __builtin_memcpy(&bits, &x, 8);
  *exponent = 0;
  if ((bits >> 52 & 0x7FF) == 0x7FF || x == 0) return x;
  int below = 0;
  if ((bits >> 52 & 0x7FF) == 0) {
    x *= 18014398509481984.0; /* 2^54 */
    below = 54;
    __builtin_memcpy(&bits, &x, 8);
  }
  *exponent = (int)(bits >> 52 & 0x7FF) - 1022 - below;
  bits = (bits & 0x800FFFFFFFFFFFFFUL) | 1022UL << 52;
  __builtin_memcpy(&x, &bits, 8);
  return x;
}
WEAK float frexpf(float x, int *exponent) { return (float)frexp(x, exponent); }
WEAK double modf(double x, double *whole) {
  unsigned long bits, none, fraction;
  __builtin_memcpy(&bits, &x, 8);
  int exponent = (int)(bits >> 52 & 0x7FF) - 1023;
  none = bits & 1UL << 63; /* a zero of the same sign */
  fraction = exponent < 0 ? ~0UL >> 1 : exponent > 51 ? 0 : ~0UL >> 12 >> exponent;
  unsigned long kept = (bits & fraction) == 0 ? bits : bits & ~fraction;
  __builtin_memcpy(whole, &kept, 8);
  if (x != x) return x;
  if ((bits & fraction) != 0) return x - *whole;
  __builtin_memcpy(&x, &none, 8);
  return x;
}
WEAK float modff(float x, float *whole) {
  double kept;
  float rest = (float)modf(x, &kept);
  *whole = (float)kept;
  return rest;
}
WEAK int abs(int x) { return x < 0 ? -x : x; }
WEAK long labs(long x) { return x < 0 ? -x : x; }
WEAK long long llabs(long long x) { return x < 0 ? -x : x; }
WEAK void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *)) {
  char *array = base;
  for (size_t i = 1; i < n; i++)
    for (size_t j = i; j > 0 && compare(array + (j - 1) * size, array + j * size) > 0; j--) {
      char kept[size];
      memcpy(kept, array + j * size, size);
      memcpy(array + j * size, array + (j - 1) * size, size);
      memcpy(array + (j - 1) * size, kept, size);
    }
}
WEAK void *bsearch(const void *key, const void *base, size_t n, size_t size,
                   int (*compare)(const void *, const void *)) {
  size_t low = 0, high = n;
  while (low < high) {
    size_t middle = (low + high) / 2;
    const char *at = (const char *)base + middle * size;
    int order = compare(key, at);
    if (order == 0) return (void *)at;
    if (order < 0) high = middle; else low = middle + 1;
  }
  return 0;
}
void *realloc(void *, size_t);
void *aligned_alloc(size_t, size_t);
WEAK void *reallocarray(void *old, size_t n, size_t size) {
  return size && n > ~0UL / size ? 0 : realloc(old, n * size);
}
WEAK int posix_memalign(void **out, size_t alignment, size_t size) {
  if (alignment % 8 || !alignment || alignment & (alignment - 1)) return 22;
  void *made = aligned_alloc(alignment, size);
  if (!made) return 12;
  *out = made;
  return 0;
}
/* glibc's: additive feedback over 31 words, of which the last 31 outputs are the state. */
static int heddle_random[31];
static unsigned heddle_random_at;
static int heddle_random_ready;
static unsigned heddle_random_next(void) {
  unsigned front = (heddle_random_at + 3) % 31;
  unsigned value = (unsigned)heddle_random[front] + (unsigned)heddle_random[heddle_random_at];
  heddle_random[front] = (int)value;
  heddle_random_at = (heddle_random_at + 1) % 31;
  return value >> 1;
}
static void heddle_random_seed(unsigned seed) {
  int word = seed ? (int)seed : 1;
  heddle_random[0] = word;
  for (int i = 1; i < 31; i++) {
    long high = word / 127773, low = word % 127773;
    word = (int)(16807 * low - 2836 * high);
    if (word < 0) word += 2147483647;
    heddle_random[i] = word;
  }
  heddle_random_at = 0;
  for (int i = 0; i < 310; i++) heddle_random_next();
  heddle_random_ready = 1;
}
WEAK void srandom(unsigned seed) {
  heddle_step_begin();
  heddle_random_seed(seed);
  heddle_step_end();
}
WEAK void srand(unsigned seed) { srandom(seed); }
WEAK long random(void) {
  heddle_step_begin();
  if (!heddle_random_ready) heddle_random_seed(1);
  long value = heddle_random_next();
  heddle_step_end();
  return value;
}
WEAK int rand(void) { return (int)random(); }
WEAK int rand_r(unsigned *seed) {
  unsigned next = *seed;
  int result;
  next = next * 1103515245 + 12345;
  result = (int)(next / 65536 % 2048);
  next = next * 1103515245 + 12345;
  result = result << 10 ^ (int)(next / 65536 % 1024);
  next = next * 1103515245 + 12345;
  result = result << 10 ^ (int)(next / 65536 % 1024);
  *seed = next;
  return result;
}
)c"};

}  // namespace heddle::program
