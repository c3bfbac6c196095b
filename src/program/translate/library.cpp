// SPDX-License-Identifier: Apache-2.0
// Functions of the C library that programs under check call and that can be written in C: compiled and linked
// only when one of them is missing (compile.cpp), so every access they make is the machine's to judge. What
// needs the machine itself is in builtin.def.
#include "program/translate/library.h"

#include <algorithm>
#include <string_view>

namespace heddle::program {
namespace {

constexpr std::string_view kNames[] = {"strchr",
                                       "strrchr",
                                       "strstr",
                                       "strncpy",
                                       "strcat",
                                       "strncat",
                                       "strdup",
                                       "strndup",
                                       "strnlen",
                                       "stpcpy",
                                       "strspn",
                                       "strcspn",
                                       "strpbrk",
                                       "strtok",
                                       "strtok_r",
                                       "strcasecmp",
                                       "strncasecmp",
                                       "memchr",
                                       "memccpy",
                                       "mempcpy",
                                       "bzero",
                                       "atoi",
                                       "atol",
                                       "atoll",
                                       "strtol",
                                       "strtoul",
                                       "strtoll",
                                       "strtoull",
                                       "abs",
                                       "labs",
                                       "llabs",
                                       "toupper",
                                       "tolower",
                                       "isalpha",
                                       "isdigit",
                                       "isalnum",
                                       "isspace",
                                       "isupper",
                                       "islower",
                                       "isxdigit",
                                       "ispunct",
                                       "isprint",
                                       "iscntrl",
                                       "isgraph",
                                       "isblank",
                                       "__ctype_b_loc",
                                       "__ctype_tolower_loc",
                                       "__ctype_toupper_loc",
                                       "qsort",
                                       "bsearch",
                                       "snprintf",
                                       "sprintf",
                                       "vsnprintf",
                                       "vsprintf",
                                       "rand_r",
                                       "getenv",
                                       "time",
                                       "clock_gettime",
                                       "timespec_get",
                                       "gettimeofday",
                                       "clock",
                                       "difftime",
                                       "pthread_key_create",
                                       "pthread_key_delete",
                                       "pthread_setspecific",
                                       "pthread_getspecific",
                                       "tss_create",
                                       "tss_delete",
                                       "tss_set",
                                       "tss_get",
                                       "reallocarray"};

// Keys of threads: values live in each thread, destructors run when it ends (heddle_thread_end). There is no
// clock: a time is an input. No environment either.
constexpr const char* kText = R"c(# 1 "<C library>"
typedef unsigned long size_t;
typedef long time_t;
typedef __builtin_va_list va_list;
void *malloc(size_t);
void *memcpy(void *, const void *, size_t);
size_t strlen(const char *);
void *memset(void *, int, size_t);
void heddle_conversion_of_printf(void);
int __VERIFIER_nondet_int(void);
#define WEAK __attribute__((weak))

WEAK char *strchr(const char *s, int c) {
  for (;; s++) {
    if (*s == (char)c) return (char *)s;
    if (*s == 0) return 0;
  }
}
WEAK char *strrchr(const char *s, int c) {
  const char *found = 0;
  for (;; s++) {
    if (*s == (char)c) found = s;
    if (*s == 0) return (char *)found;
  }
}
WEAK char *strstr(const char *s, const char *t) {
  for (;; s++) {
    size_t i = 0;
    while (t[i] && s[i] == t[i]) i++;
    if (t[i] == 0) return (char *)s;
    if (*s == 0) return 0;
  }
}
WEAK size_t strnlen(const char *s, size_t n) {
  size_t i = 0;
  while (i < n && s[i]) i++;
  return i;
}
WEAK char *strncpy(char *to, const char *from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i]; i++) to[i] = from[i];
  for (; i < n; i++) to[i] = 0;
  return to;
}
WEAK char *strncat(char *to, const char *from, size_t n) {
  size_t end = strlen(to), i = 0;
  for (; i < n && from[i]; i++) to[end + i] = from[i];
  to[end + i] = 0;
  return to;
}
WEAK char *strcat(char *to, const char *from) { return strncat(to, from, ~0UL); }
WEAK char *strdup(const char *s) {
  size_t n = strlen(s) + 1;
  char *copy = malloc(n);
  if (copy) memcpy(copy, s, n);
  return copy;
}
WEAK char *strndup(const char *s, size_t n) {
  n = strnlen(s, n);
  char *copy = malloc(n + 1);
  if (copy) {
    memcpy(copy, s, n);
    copy[n] = 0;
  }
  return copy;
}
WEAK char *stpcpy(char *to, const char *from) {
  size_t n = strlen(from);
  memcpy(to, from, n + 1);
  return to + n;
}
WEAK size_t strspn(const char *s, const char *set) {
  size_t n = 0;
  while (s[n] && strchr(set, s[n])) n++;
  return n;
}
WEAK size_t strcspn(const char *s, const char *set) {
  size_t n = 0;
  while (s[n] && !strchr(set, s[n])) n++;
  return n;
}
WEAK char *strpbrk(const char *s, const char *set) {
  s += strcspn(s, set);
  return *s ? (char *)s : 0;
}
WEAK char *strtok_r(char *s, const char *set, char **rest) {
  if (!s) s = *rest;
  s += strspn(s, set);
  if (!*s) {
    *rest = s;
    return 0;
  }
  char *end = s + strcspn(s, set);
  if (*end) *end++ = 0;
  *rest = end;
  return s;
}
static char *heddle_rest; /* shared by all threads, as it is */
WEAK char *strtok(char *s, const char *set) { return strtok_r(s, set, &heddle_rest); }
WEAK int tolower(int c);
WEAK int strncasecmp(const char *a, const char *b, size_t n) {
  for (; n; n--, a++, b++) {
    int d = tolower((unsigned char)*a) - tolower((unsigned char)*b);
    if (d || !*a) return d;
  }
  return 0;
}
WEAK int strcasecmp(const char *a, const char *b) { return strncasecmp(a, b, ~0UL); }
WEAK void *mempcpy(void *to, const void *from, size_t n) { return (char *)memcpy(to, from, n) + n; }
WEAK void *memccpy(void *to, const void *from, int c, size_t n) {
  char *out = to;
  for (const char *in = from; n; n--)
    if ((*out++ = *in++) == (char)c) return out;
  return 0;
}
WEAK void bzero(void *to, size_t n) { memset(to, 0, n); }
void *realloc(void *, size_t);
WEAK void *reallocarray(void *old, size_t n, size_t size) {
  return size && n > ~0UL / size ? 0 : realloc(old, n * size);
}
WEAK void *memchr(const void *s, int c, size_t n) {
  const unsigned char *at = s;
  for (; n; n--, at++)
    if (*at == (unsigned char)c) return (void *)at;
  return 0;
}
WEAK unsigned long strtoul(const char *s, char **end, int base) {
  unsigned long value = 0;
  const char *start = s;
  int minus = 0, digits = 0;
  while (*s == ' ' || (*s >= 9 && *s <= 13)) s++;
  if (*s == '-' || *s == '+') minus = *s++ == '-';
  if ((base == 0 || base == 16) && s[0] == '0' && (s[1] == 'x' || s[1] == 'X')) s += 2, base = 16;
  if (base == 0) base = *s == '0' ? 8 : 10;
  for (;; s++, digits++) {
    int d = *s >= '0' && *s <= '9'   ? *s - '0'
            : *s >= 'a' && *s <= 'z' ? *s - 'a' + 10
            : *s >= 'A' && *s <= 'Z' ? *s - 'A' + 10
                                     : 99;
    if (d >= base) break;
    value = value * base + d;
  }
  if (end) *end = (char *)(digits ? s : start);
  return minus ? -value : value;
}
WEAK long strtol(const char *s, char **end, int base) { return (long)strtoul(s, end, base); }
WEAK long atol(const char *s) { return strtol(s, 0, 10); }
WEAK int atoi(const char *s) { return (int)strtol(s, 0, 10); }
WEAK long long strtoll(const char *s, char **end, int base) { return strtol(s, end, base); }
WEAK unsigned long long strtoull(const char *s, char **end, int base) { return strtoul(s, end, base); }
WEAK long long atoll(const char *s) { return strtol(s, 0, 10); }
WEAK int abs(int x) { return x < 0 ? -x : x; }
WEAK long labs(long x) { return x < 0 ? -x : x; }
WEAK long long llabs(long long x) { return x < 0 ? -x : x; }
WEAK int isupper(int c) { return c >= 'A' && c <= 'Z'; }
WEAK int islower(int c) { return c >= 'a' && c <= 'z'; }
WEAK int isalpha(int c) { return isupper(c) || islower(c); }
WEAK int isdigit(int c) { return c >= '0' && c <= '9'; }
WEAK int isalnum(int c) { return isalpha(c) || isdigit(c); }
WEAK int isspace(int c) { return c == ' ' || (c >= 9 && c <= 13); }
WEAK int isblank(int c) { return c == ' ' || c == 9; }
WEAK int isxdigit(int c) { return isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
WEAK int isgraph(int c) { return c > 32 && c < 127; }
WEAK int isprint(int c) { return c >= 32 && c < 127; }
WEAK int iscntrl(int c) { return (c >= 0 && c < 32) || c == 127; }
WEAK int ispunct(int c) { return isgraph(c) && !isalnum(c); }
/* glibc's tables, each thread its own: nobody else ever writes them. */
static _Thread_local unsigned short heddle_classes[384];
static _Thread_local int heddle_cases[2][384];
static _Thread_local const void *heddle_tables[3];
static void heddle_make_tables(void) {
  for (int c = 0; c < 128; c++) {
    heddle_classes[128 + c] = (isupper(c) ? 256 : 0) | (islower(c) ? 512 : 0) | (isalpha(c) ? 1024 : 0) |
                              (isdigit(c) ? 2048 : 0) | (isxdigit(c) ? 4096 : 0) | (isspace(c) ? 8192 : 0) |
                              (isprint(c) ? 16384 : 0) | (isgraph(c) ? 32768 : 0) | (isblank(c) ? 1 : 0) |
                              (iscntrl(c) ? 2 : 0) | (ispunct(c) ? 4 : 0) | (isalnum(c) ? 8 : 0);
  }
  for (int c = -128; c < 256; c++) {
    heddle_cases[0][128 + c] = islower(c) ? c - 32 : c;
    heddle_cases[1][128 + c] = isupper(c) ? c + 32 : c;
  }
  heddle_tables[0] = heddle_classes + 128;
  heddle_tables[1] = heddle_cases[0] + 128;
  heddle_tables[2] = heddle_cases[1] + 128;
}
WEAK const void *__ctype_b_loc(void) {
  if (!heddle_tables[0]) heddle_make_tables();
  return &heddle_tables[0];
}
WEAK const void *__ctype_toupper_loc(void) {
  if (!heddle_tables[0]) heddle_make_tables();
  return &heddle_tables[1];
}
WEAK const void *__ctype_tolower_loc(void) {
  if (!heddle_tables[0]) heddle_make_tables();
  return &heddle_tables[2];
}
WEAK int toupper(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }
WEAK int tolower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
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
WEAK int vsnprintf(char *to, size_t n, const char *format, va_list list) {
  size_t at = 0;
#define PUT(c) do { char put = (c); if (at + 1 < n) to[at] = put; at++; } while (0)
  for (; *format; format++) {
    if (*format != '%') { PUT(*format); continue; }
    int left = 0, zero = 0, longs = 0;
    size_t width = 0, precision = ~0UL;
    for (format++; *format == '-' || *format == '0' || *format == '+' || *format == ' ' || *format == '#'; format++)
      if (*format == '-') left = 1; else if (*format == '0') zero = 1;
    if (*format == '*') { width = __builtin_va_arg(list, int); format++; }
    for (; *format >= '0' && *format <= '9'; format++) width = width * 10 + (*format - '0');
    if (*format == '.') {
      precision = 0;
      if (*++format == '*') { precision = __builtin_va_arg(list, int); format++; }
      for (; *format >= '0' && *format <= '9'; format++) precision = precision * 10 + (*format - '0');
    }
    for (; *format == 'l' || *format == 'z' || *format == 'h' || *format == 'j'; format++) longs += *format != 'h';
    char digits[24];
    const char *text = digits;
    size_t length = 0;
    if (*format == 'd' || *format == 'i' || *format == 'u' || *format == 'x' || *format == 'X' || *format == 'o') {
      unsigned long value;
      int minus = 0;
      unsigned base = *format == 'x' || *format == 'X' ? 16 : *format == 'o' ? 8 : 10;
      if (*format == 'd' || *format == 'i') {
        long given = longs ? __builtin_va_arg(list, long) : __builtin_va_arg(list, int);
        minus = given < 0;
        value = minus ? -(unsigned long)given : (unsigned long)given;
      } else {
        value = longs ? __builtin_va_arg(list, unsigned long) : __builtin_va_arg(list, unsigned);
      }
      char *end = digits + sizeof digits, *first = end;
      do {
        unsigned d = value % base;
        *--first = d < 10 ? '0' + d : (*format == 'X' ? 'A' : 'a') + d - 10;
        value /= base;
      } while (value);
      if (minus) *--first = '-';
      text = first;
      length = end - first;
    } else if (*format == 'f' || *format == 'F') {
      double value = __builtin_va_arg(list, double);
      if (precision == ~0UL) precision = 6;
      if (precision > 9 || !(value < 1e9 && value > -1e9)) heddle_conversion_of_printf();
      int minus = value < 0;
      unsigned long scale = 1;
      for (size_t i = 0; i < precision; i++) scale *= 10;
      unsigned long scaled = (unsigned long)((minus ? -value : value) * scale + 0.5);
      char *end = digits + sizeof digits, *first = end;
      for (size_t i = 0; i < precision; i++, scaled /= 10) *--first = '0' + scaled % 10;
      if (precision) *--first = '.';
      do *--first = '0' + scaled % 10; while (scaled /= 10);
      if (minus) *--first = '-';
      text = first;
      length = end - first;
    } else if (*format == 'p') {
      __builtin_va_arg(list, void *);
      text = "0x1"; /* addresses are nobody's business */
      length = 3;
    } else if (*format == 'c') {
      digits[0] = (char)__builtin_va_arg(list, int);
      length = 1;
    } else if (*format == 's') {
      text = __builtin_va_arg(list, const char *);
      if (!text) text = "(null)";
      while (length < precision && text[length]) length++;
    } else if (*format == '%') {
      digits[0] = '%';
      length = 1;
    } else {
      heddle_conversion_of_printf();
    }
    if (!left) for (size_t i = length; i < width; i++) PUT(zero ? '0' : ' ');
    for (size_t i = 0; i < length; i++) PUT(text[i]);
    if (left) for (size_t i = length; i < width; i++) PUT(' ');
  }
  if (n) to[at < n ? at : n - 1] = 0;
  return (int)at;
}
WEAK int snprintf(char *to, size_t n, const char *format, ...) {
  va_list list;
  __builtin_va_start(list, format);
  int length = vsnprintf(to, n, format, list);
  __builtin_va_end(list);
  return length;
}
WEAK int vsprintf(char *to, const char *format, va_list list) { return vsnprintf(to, 1UL << 30, format, list); }
WEAK int sprintf(char *to, const char *format, ...) {
  va_list list;
  __builtin_va_start(list, format);
  int length = vsnprintf(to, 1UL << 30, format, list);
  __builtin_va_end(list);
  return length;
}

WEAK int rand_r(unsigned *seed) { return (*seed = *seed * 1103515245 + 12345) >> 16 & 0x7FFF; }
WEAK char *getenv(const char *name) { return 0; }
struct heddle_time { long seconds, rest; };
WEAK time_t time(time_t *out) {
  time_t now = __VERIFIER_nondet_int();
  if (out) *out = now;
  return now;
}
WEAK long clock(void) { return __VERIFIER_nondet_int(); }
WEAK int clock_gettime(int which, struct heddle_time *out) {
  out->seconds = __VERIFIER_nondet_int();
  out->rest = 0;
  return 0;
}
WEAK int timespec_get(struct heddle_time *out, int base) { return clock_gettime(0, out) == 0 ? base : 0; }
WEAK double difftime(time_t a, time_t b) { return (double)a - (double)b; }
WEAK int gettimeofday(struct heddle_time *out, void *zone) {
  out->seconds = __VERIFIER_nondet_int();
  out->rest = 0;
  return 0;
}

enum { KEYS = 32 };
static unsigned heddle_keys;
static void (*heddle_destructors[KEYS])(void *);
static _Thread_local void *heddle_values[KEYS];
WEAK int pthread_key_create(unsigned *key, void (*destructor)(void *)) {
  unsigned made = __atomic_fetch_add(&heddle_keys, 1, __ATOMIC_SEQ_CST);
  if (made >= KEYS) return 11;
  __atomic_store_n(&heddle_destructors[made], destructor, __ATOMIC_SEQ_CST);
  *key = made;
  return 0;
}
WEAK int pthread_key_delete(unsigned key) {
  __atomic_store_n(&heddle_destructors[key], 0, __ATOMIC_SEQ_CST);
  return 0;
}
WEAK int pthread_setspecific(unsigned key, const void *value) {
  if (key >= KEYS) return 22;
  heddle_values[key] = (void *)value;
  return 0;
}
WEAK void *pthread_getspecific(unsigned key) { return key < KEYS ? heddle_values[key] : 0; }
WEAK int tss_create(unsigned *key, void (*destructor)(void *)) { return pthread_key_create(key, destructor) ? 2 : 0; }
WEAK void tss_delete(unsigned key) { pthread_key_delete(key); }
WEAK int tss_set(unsigned key, void *value) { return pthread_setspecific(key, value) ? 2 : 0; }
WEAK void *tss_get(unsigned key) { return pthread_getspecific(key); }
WEAK void heddle_thread_end(void) {
  for (unsigned key = 0; key < KEYS; key++) {
    void *value = heddle_values[key];
    if (!value) continue;
    heddle_values[key] = 0;
    void (*destructor)(void *) = __atomic_load_n(&heddle_destructors[key], __ATOMIC_SEQ_CST);
    if (destructor) destructor(value);
  }
}
)c";

}  // namespace

bool is_in_library(std::string_view linker_name) {
  return std::find(std::begin(kNames), std::end(kNames), linker_name) != std::end(kNames);
}
const char* library_text() { return kText; }

}  // namespace heddle::program
