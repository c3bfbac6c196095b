// SPDX-License-Identifier: Apache-2.0
// printf and its like (what is printed is read, and goes nowhere), sscanf. library.h tells when it is linked.
#include "program/translate/library.h"

namespace heddle::program {

const LibraryPart kFormatLibrary = {
    "vsnprintf vsprintf vprintf vfprintf vdprintf snprintf sprintf printf fprintf dprintf vsscanf "
    "__isoc99_vsscanf __isoc23_vsscanf sscanf __isoc99_sscanf __isoc23_sscanf",
    R"c(/* What is only printed goes nowhere, but is read all the same; no one looks how long a number is. */
void heddle_conversion_of_printf(void);
/* m · 2^e · 10^precision, rounded to an integer as IEEE 754 has it: to even if it is halfway. The number's digits, into
   the end of `digits`, with a point before the last `precision` of them; returns the first. */
enum { heddle_words = 64, heddle_digits = 512 };
static char *heddle_decimal(unsigned long m, int e, size_t precision, int alternate, char *digits) {
  unsigned words[heddle_words] = {(unsigned)m, (unsigned)(m >> 32)};
  for (size_t i = 0; i < precision; i++) {
    unsigned long carry = 0;
    for (int w = 0; w < heddle_words; w++) {
      carry += words[w] * 10UL;
      words[w] = (unsigned)carry;
      carry >>= 32;
    }
  }
  int half = 0, rest = 0;
  for (; e < 0; e++) {
    rest |= half;
    half = words[0] & 1;
    for (int w = 0; w < heddle_words; w++) words[w] = words[w] >> 1 | (w + 1 < heddle_words ? words[w + 1] << 31 : 0);
  }
  for (; e > 0; e--)
    for (int w = heddle_words - 1; w >= 0; w--) words[w] = words[w] << 1 | (w > 0 ? words[w - 1] >> 31 : 0);
  if (half && (rest || (words[0] & 1)))
    for (int w = 0; w < heddle_words && ++words[w] == 0; w++) {}
  char *first = digits + heddle_digits;
  size_t written = 0;
  for (int more = 1; more || written <= precision; written++) {
    unsigned long carry = 0;
    more = 0;
    for (int w = heddle_words - 1; w >= 0; w--) {
      carry = carry << 32 | words[w];
      words[w] = (unsigned)(carry / 10);
      carry %= 10;
      more |= words[w] != 0;
    }
    if (written == precision && (precision || alternate)) *--first = '.';
    *--first = '0' + (char)carry;
  }
  return first;
}
static int heddle_format(char *to, size_t n, const char *format, va_list list, int printed) {
  size_t at = 0;
#define PUT(c) do { char put = (c); if (at + 1 < n) to[at] = put; at++; } while (0)
  for (; *format; format++) {
    if (*format != '%') { PUT(*format); continue; }
    int left = 0, zero = 0, plus = 0, space = 0, alternate = 0, longs = 0, shorts = 0, minus = 0, is_number = 0;
    size_t width = 0, precision = ~0UL, zeros = 0;
    for (format++; *format == '-' || *format == '0' || *format == '+' || *format == ' ' || *format == '#'; format++) {
      left |= *format == '-';
      zero |= *format == '0';
      plus |= *format == '+';
      space |= *format == ' ';
      alternate |= *format == '#';
    }
    if (*format == '*') {
      int given = __builtin_va_arg(list, int);
      left |= given < 0;
      width = given < 0 ? -(size_t)given : (size_t)given;
      format++;
    }
    for (; *format >= '0' && *format <= '9'; format++) width = width * 10 + (*format - '0');
    if (*format == '.') {
      precision = 0;
      if (*++format == '*') {
        int given = __builtin_va_arg(list, int);
        precision = given < 0 ? ~0UL : (size_t)given;
        format++;
      }
      for (; *format >= '0' && *format <= '9'; format++) precision = precision * 10 + (*format - '0');
    }
    for (; *format == 'l' || *format == 'z' || *format == 'h' || *format == 'j' || *format == 't'; format++)
      if (*format == 'h') shorts++; else longs++;
    char digits[heddle_digits], prefix[3];
    const char *text = digits;
    size_t length = 0, prefixed = 0;
    if (*format == 'd' || *format == 'i' || *format == 'u' || *format == 'x' || *format == 'X' || *format == 'o') {
      unsigned long value;
      unsigned base = *format == 'x' || *format == 'X' ? 16 : *format == 'o' ? 8 : 10;
      is_number = *format == 'd' || *format == 'i';
      if (is_number) {
        long given = longs ? __builtin_va_arg(list, long) : __builtin_va_arg(list, int);
        if (shorts) given = shorts > 1 ? (signed char)given : (short)given;
        minus = given < 0;
        value = minus ? -(unsigned long)given : (unsigned long)given;
      } else {
        value = longs ? __builtin_va_arg(list, unsigned long) : __builtin_va_arg(list, unsigned);
        if (shorts) value = shorts > 1 ? (unsigned char)value : (unsigned short)value;
      }
      if (alternate && base == 16 && value) {
        prefix[prefixed++] = '0';
        prefix[prefixed++] = *format;
      }
      char *end = digits + sizeof digits, *first = end;
      for (; value; value /= base) {
        unsigned d = value % base;
        *--first = d < 10 ? '0' + d : (*format == 'X' ? 'A' : 'a') + d - 10;
      }
      text = first;
      length = end - first;
      if (precision == ~0UL) precision = 1; else zero = 0;
      if (alternate && base == 8 && precision <= length) precision = length + 1;
      if (precision > length) zeros = precision - length;
    } else if (*format == 'n') {
      void *out = __builtin_va_arg(list, void *);
      if (longs) *(long *)out = (long)at;
      else if (shorts > 1) *(signed char *)out = (signed char)at;
      else if (shorts) *(short *)out = (short)at;
      else *(int *)out = (int)at;
    } else if (printed && (*format == 'f' || *format == 'F' || *format == 'e' || *format == 'g' || *format == 'a' ||
                           *format == 'E' || *format == 'G' || *format == 'A')) {
      __builtin_va_arg(list, double);
    } else if (*format == 'f' || *format == 'F') {
      double value = __builtin_va_arg(list, double);
      unsigned long bits;
      __builtin_memcpy(&bits, &value, sizeof bits);
      int e = (int)(bits >> 52 & 0x7ff);
      unsigned long m = bits & 0xfffffffffffffUL;
      is_number = 1;
      minus = (int)(bits >> 63);
      if (e == 0x7ff) {
        text = *format == 'f' ? (m ? "nan" : "inf") : (m ? "NAN" : "INF");
        length = 3;
        zero = 0;
      } else {
        if (precision == ~0UL) precision = 6;
        if (precision > 100) heddle_conversion_of_printf();
        text = heddle_decimal(e ? m | 1UL << 52 : m, (e ? e : 1) - 1075, precision, alternate, digits);
        length = digits + heddle_digits - text;
      }
    } else if (*format == 'p') {
      __builtin_va_arg(list, void *);
      text = "0x1"; /* addresses are nobody's business */
      length = 3;
      zero = 0;
    } else if (*format == 'c' && !longs) {
      digits[0] = (char)__builtin_va_arg(list, int);
      length = 1;
      zero = 0;
    } else if (*format == 's' && !longs) {
      text = __builtin_va_arg(list, const char *);
      if (!text) text = "(null)";
      while (length < precision && text[length]) length++;
      zero = 0;
    } else if (*format == '%') {
      digits[0] = '%';
      length = 1;
      width = 0;
    } else {
      heddle_conversion_of_printf();
    }
    if (is_number && (minus || plus || space)) prefix[prefixed++] = minus ? '-' : plus ? '+' : ' ';
    size_t whole = prefixed + zeros + length;
    if (!left && !zero) for (size_t i = whole; i < width; i++) PUT(' ');
    for (size_t i = 0; i < prefixed; i++) PUT(prefix[i]);
    if (!left && zero) for (size_t i = whole; i < width; i++) PUT('0');
    for (size_t i = 0; i < zeros; i++) PUT('0');
    for (size_t i = 0; i < length; i++) PUT(text[i]);
    if (left) for (size_t i = whole; i < width; i++) PUT(' ');
  }
  if (n) to[at < n ? at : n - 1] = 0;
  return (int)at;
}
WEAK int vsnprintf(char *to, size_t n, const char *format, va_list list) { return heddle_format(to, n, format, list, 0); }
WEAK int vsprintf(char *to, const char *format, va_list list) { return heddle_format(to, 1UL << 30, format, list, 0); }
WEAK int vprintf(const char *format, va_list list) { return heddle_format(0, 0, format, list, 1); }
WEAK int vfprintf(void *file, const char *format, va_list list) { return heddle_format(0, 0, format, list, 1); }
WEAK int vdprintf(int file, const char *format, va_list list) { return heddle_format(0, 0, format, list, 1); }
#define WITH_LIST(last, call) \
  va_list list; \
  __builtin_va_start(list, last); \
  int length = call; \
  __builtin_va_end(list); \
  return length;
WEAK int snprintf(char *to, size_t n, const char *format, ...) { WITH_LIST(format, vsnprintf(to, n, format, list)) }
WEAK int sprintf(char *to, const char *format, ...) { WITH_LIST(format, vsprintf(to, format, list)) }
WEAK int printf(const char *format, ...) { WITH_LIST(format, vprintf(format, list)) }
WEAK int fprintf(void *file, const char *format, ...) { WITH_LIST(format, vprintf(format, list)) }
WEAK int dprintf(int file, const char *format, ...) { WITH_LIST(format, vprintf(format, list)) }
/* sscanf: numbers, texts, characters, sets; what it assigns are writes of the caller's. */
void heddle_conversion_of_scanf(void);
static int heddle_is_space(char c) { return c == ' ' || (c >= 9 && c <= 13); }
static int heddle_digit(char c, int base) {
  int d = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
  return d < base ? d : -1;
}
static int heddle_in_set(const char *set, const char *end, char c) {
  int inverted = *set == '^', found = 0;
  if (inverted) set++;
  for (const char *at = set; at < end; at++) {
    if (at + 2 < end && at[1] == '-') {
      found = found || (c >= at[0] && c <= at[2]);
      at += 2;
    } else {
      found = found || c == *at;
    }
  }
  return found != inverted;
}
WEAK int vsscanf(const char *s, const char *format, va_list list) {
  const char *begin = s;
  int assigned = 0;
  for (; *format; format++) {
    if (heddle_is_space(*format)) {
      while (heddle_is_space(*s)) s++;
      continue;
    }
    if (*format != '%') {
      if (*s != *format) return !*s && !assigned ? -1 : assigned;
      s++;
      continue;
    }
    int skip = 0, size = 0, width = 0;
    if (*++format == '*') skip = 1, format++;
    for (; *format >= '0' && *format <= '9'; format++) width = width * 10 + (*format - '0');
    if (!width) width = 1 << 30;
    for (; *format == 'l' || *format == 'h' || *format == 'z' || *format == 'j' || *format == 't'; format++)
      size += *format == 'h' ? -1 : 1;
    if (*format == 'n') {
      if (!skip) *__builtin_va_arg(list, int *) = (int)(s - begin);
      continue;
    }
    if (*format == '%') {
      while (heddle_is_space(*s)) s++;
      if (*s != '%') return assigned;
      s++;
      continue;
    }
    if (*format != 'c' && *format != '[')
      while (heddle_is_space(*s)) s++;
    if (!*s) return assigned ? assigned : -1;
    if (*format == 'c') {
      char *out = skip ? 0 : __builtin_va_arg(list, char *);
      for (int i = width == 1 << 30 ? 1 : width; i; i--, s++) {
        if (!*s) return assigned;
        if (out) *out++ = *s;
      }
    } else if (*format == 's' || *format == '[') {
      const char *set = 0, *set_end = 0;
      if (*format == '[') {
        set = set_end = format + 1;
        if (*set_end == '^') set_end++;
        if (*set_end == ']') set_end++;
        while (*set_end && *set_end != ']') set_end++;
        format = set_end;
      }
      char *out = skip ? 0 : __builtin_va_arg(list, char *);
      int read = 0;
      for (; *s && read < width && (set ? heddle_in_set(set, set_end, *s) : !heddle_is_space(*s)); s++, read++)
        if (out) *out++ = *s;
      if (!read) return assigned;
      if (out) *out = 0;
    } else if (*format == 'f' || *format == 'e' || *format == 'g') {
      int minus = 0, digits = 0;
      double value = 0, scale = 1;
      if (width && (*s == '-' || *s == '+')) minus = *s++ == '-', width--;
      for (; width && heddle_digit(*s, 10) >= 0; s++, width--, digits++) value = value * 10 + heddle_digit(*s, 10);
      if (width && *s == '.')
        for (s++, width--; width && heddle_digit(*s, 10) >= 0; s++, width--, digits++)
          value += heddle_digit(*s, 10) * (scale /= 10);
      if (*s == 'e' || *s == 'E' || (!digits && *s)) heddle_conversion_of_scanf();
      if (!digits) return assigned;
      if (minus) value = -value;
      if (!skip && size > 0) *__builtin_va_arg(list, double *) = value;
      else if (!skip) *__builtin_va_arg(list, float *) = (float)value;
    } else {
      int base = *format == 'x' || *format == 'X' || *format == 'p' ? 16 : *format == 'o' ? 8 : 10, minus = 0, digits = 0;
      if (*format != 'd' && *format != 'i' && *format != 'u' && *format != 'x' && *format != 'X' && *format != 'o' && *format != 'p')
        heddle_conversion_of_scanf();
      if (*s == '-' || *s == '+') minus = *s++ == '-', width--;
      if ((base == 16 || *format == 'i') && width > 1 && s[0] == '0' && (s[1] == 'x' || s[1] == 'X'))
        s += 2, width -= 2, base = 16;
      else if (*format == 'i' && *s == '0')
        base = 8;
      unsigned long value = 0;
      for (; width && heddle_digit(*s, base) >= 0; s++, width--, digits++)
        value = value * (unsigned)base + (unsigned)heddle_digit(*s, base);
      if (!digits) return assigned;
      if (minus) value = -value;
      if (*format == 'p') size = 1;
      if (!skip) {
        void *out = __builtin_va_arg(list, void *);
        if (size > 0) *(unsigned long *)out = value;
        else if (size == -1) *(unsigned short *)out = (unsigned short)value;
        else if (size == -2) *(unsigned char *)out = (unsigned char)value;
        else *(unsigned *)out = (unsigned)value;
      }
    }
    if (!skip) assigned++;
  }
  return assigned;
}
#define SCAN(name) WEAK int name(const char *s, const char *format, ...) { \
  va_list list; \
  __builtin_va_start(list, format); \
  int assigned = vsscanf(s, format, list); \
  __builtin_va_end(list); \
  return assigned; \
}
SCAN(sscanf)
SCAN(__isoc99_sscanf)
SCAN(__isoc23_sscanf)
WEAK int __isoc99_vsscanf(const char *s, const char *format, va_list list) { return vsscanf(s, format, list); }
WEAK int __isoc23_vsscanf(const char *s, const char *format, va_list list) { return vsscanf(s, format, list); }
)c"};

}  // namespace heddle::program
