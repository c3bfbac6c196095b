/* The C library's strings, numbers and sorting, in a logger that formats into a shared buffer. */
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char log_text[128];
static size_t log_used;
static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;

__attribute__((format(printf, 1, 2))) static void log_line(const char *format, ...) {
  char line[48];
  va_list arguments, copy;
  va_start(arguments, format);
  va_copy(copy, arguments);
  int wanted = vsnprintf(NULL, 0, format, copy);
  va_end(copy);
  int made = vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  assert(wanted == made);
  pthread_mutex_lock(&log_lock);
  assert(log_used + strlen(line) + 1 < sizeof log_text);
  strcpy(log_text + log_used, line);
  log_used += strlen(line);
  log_text[log_used++] = '\n';
  log_text[log_used] = '\0';
  pthread_mutex_unlock(&log_lock);
}
static int by_text(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }
static int by_number(const void *a, const void *b) {
  long x = *(const long *)a, y = *(const long *)b;
  return (x > y) - (x < y);
}
static void *sorter(void *unused) {
  const char *words[] = {"pear", "apple", "fig"};
  qsort(words, 3, sizeof *words, by_text);
  assert(!strcmp(words[0], "apple") && !strcmp(words[2], "pear"));
  log_line("%s,%-6s|%5d", words[0], words[1], -42);
  return unused;
}
static void *parser(void *unused) {
  char text[] = "10 -3 0x1f 077 end", *at = text;
  long numbers[4];
  for (int i = 0; i < 4; i++) numbers[i] = strtol(at, &at, 0);
  while (isspace((unsigned char)*at)) at++;
  assert(strcmp(at, "end") == 0 && numbers[2] == 31 && numbers[3] == 63);
  qsort(numbers, 4, sizeof *numbers, by_number);
  long wanted = 31, *found = bsearch(&wanted, numbers, 4, sizeof *numbers, by_number);
  assert(found == &numbers[2]);
  log_line("%04lx%c%03u", (unsigned long)*found, '/', 7u);
  return unused;
}
int main(int argc, char **argv) {
  pthread_t a, b;
  assert(argc == 1 && argv[argc] == NULL);
  pthread_create(&a, NULL, sorter, NULL);
  pthread_create(&b, NULL, parser, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(strstr(log_text, "apple,fig   |  -42\n") && strstr(log_text, "001f/007\n"));
  assert(strchr(log_text, '|') < strrchr(log_text, '\n'));
  char copy[8], joined[16] = "a";
  strncpy(copy, "12345678", sizeof copy - 1);
  copy[sizeof copy - 1] = 0;
  assert(atoi(copy) == 1234567);
  strcat(joined, "-b");
  strncat(joined, "-cdef", 2);
  assert(!strcmp(joined, "a-b-c") && toupper(joined[0]) == 'A' && tolower('Z') == 'z');
  char *twice = strdup(joined);
  assert(memcmp(twice, joined, 6) == 0 && memchr(twice, 'c', 6) == twice + 4);
  free(twice);
  snprintf(copy, sizeof copy, "%s", "too long for it");
  assert(strlen(copy) == 7);
  const char *home = getenv("HOME");
  return home != NULL;
}
