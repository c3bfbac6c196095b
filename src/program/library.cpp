// SPDX-License-Identifier: Apache-2.0
// Functions of the C library that programs under check call and that can be written in C: compiled and linked
// only when one of them is missing (compile.cpp), so every access they make is the machine's to judge. What
// needs the machine itself is in builtin.def.
#include "program/library.h"

#include <algorithm>

namespace heddle::program {
namespace {

constexpr const char* kNames[] = {"strchr",
                                  "strrchr",
                                  "strstr",
                                  "strncpy",
                                  "strcat",
                                  "strncat",
                                  "strdup",
                                  "strnlen",
                                  "memchr",
                                  "atoi",
                                  "atol",
                                  "strtol",
                                  "strtoul",
                                  "toupper",
                                  "tolower",
                                  "qsort",
                                  "bsearch",
                                  "snprintf",
                                  "sprintf",
                                  "vsnprintf",
                                  "vsprintf",
                                  "getenv",
                                  "time",
                                  "clock_gettime",
                                  "gettimeofday",
                                  "clock",
                                  "pthread_key_create",
                                  "pthread_key_delete",
                                  "pthread_setspecific",
                                  "pthread_getspecific"};

// Keys of threads: values live in each thread, destructors run when it ends (heddle_thread_end). There is no
// clock: a time is an input. No environment either.
constexpr const char* kText = R"c(# 1 "<C library>"
typedef unsigned long size_t;
typedef long time_t;
typedef __builtin_va_list va_list;
void *malloc(size_t);
void *memcpy(void *, const void *, size_t);
size_t strlen(const char *);
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
      __builtin_trap();
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
