// SPDX-License-Identifier: Apache-2.0
// `program CASE WITH`: a thread makes the call while main does what WITH says.
#include <arpa/inet.h>
#include <ctype.h>
#include <fnmatch.h>
#include <getopt.h>
#include <iconv.h>
#include <inttypes.h>
#include <langinfo.h>
#include <locale.h>
#include <monetary.h>
#include <pthread.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>

int rpmatch(const char* text);

static _Thread_local volatile double sink;
static const char* volatile letters = "Abc";
static const char* volatile digits = "42";
static volatile size_t count = 2;
static _Thread_local char text[64], *made;
static _Thread_local wchar_t wide[32];
static _Thread_local struct tm mine;
static _Thread_local mbstate_t state;
static _Thread_local regex_t expression;
static const time_t now = 5;
static char name[] = "program";
static char* words[] = {name, 0};
static const struct option options[] = {{0}};

#define CASE(name, call) \
  static void call_##name(void) { call; }
#include "calls.def"
#undef CASE

static const struct {
  const char* name;
  void (*call)(void);
} cases[] = {
#define CASE(name, call) {#name, call_##name},
#include "calls.def"
#undef CASE
};

static void* make_call(void* call) {
  ((void (*)(void))call)();
  return 0;
}

int main(int argc, char** argv) {
  void (*call)(void) = 0;
  for (unsigned i = 0; argc == 3 && i < sizeof cases / sizeof *cases; ++i)
    if (strcmp(cases[i].name, argv[1]) == 0) call = cases[i].call;
  if (call == 0) return 2;
  pthread_t thread;
  pthread_create(&thread, 0, make_call, (void*)call);
  switch (argv[2][0]) {
    case 'l':  // locale
      setlocale(LC_ALL, "C");
      break;
    case 'e':  // environment
      setenv("HEDDLE_UNUSED", "1", 1);
      break;
    case 'z':  // zone
      if (tzname[0] == (char*)digits) return 3;
      break;
    default:  // itself
      call();
  }
  pthread_join(thread, 0);
  return 0;
}
