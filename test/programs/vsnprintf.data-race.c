// SPDX-License-Identifier: Apache-2.0
// A function of the program with arguments of any number.
// expect-variable: text
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

char text[64];
volatile char sink;
int number = 42;

static void write_line(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
}

static void* first(void* argument) {
  (void)argument;
  write_line("%s %d", "number", number);
  return 0;
}
static void* second(void* argument) {
  (void)argument;
  sink = text[8];
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
