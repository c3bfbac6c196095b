// SPDX-License-Identifier: Apache-2.0
// Texts and characters: str…, mem…, is…. library.h tells when it is linked.
#include "program/translate/library.h"

namespace heddle::program {

const LibraryPart kTextLibrary = {
    "strchr strrchr strstr strnlen strncpy strncat strcat strdup strndup stpcpy strspn strcspn strpbrk "
    "strtok_r strtok tolower strncasecmp strcasecmp mempcpy memccpy bzero memchr isupper islower isalpha "
    "isdigit isalnum isspace isblank isxdigit isgraph isprint iscntrl ispunct __ctype_b_loc "
    "__ctype_toupper_loc __ctype_tolower_loc toupper",
    R"c(WEAK char *strchr(const char *s, int c) {
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
WEAK void *memchr(const void *s, int c, size_t n) {
  const unsigned char *at = s;
  for (; n; n--, at++)
    if (*at == (unsigned char)c) return (void *)at;
  return 0;
}
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
)c"};

}  // namespace heddle::program
