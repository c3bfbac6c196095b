// SPDX-License-Identifier: Apache-2.0
// Calls of libc and the bytes that they touch. A part of memory has a letter for each byte: r is read by the call, w
// written, - neither; bytes behind the letters are not asked for. `program CASE PART BYTE r|w`: a thread makes the
// call while main reads, or writes, that byte. Without arguments the cases are printed.
#include <argz.h>
#include <arpa/inet.h>
#include <fcntl.h>
#include <glob.h>
#include <inttypes.h>
#include <libgen.h>
#include <locale.h>
#include <math.h>
#include <monetary.h>
#include <poll.h>
#include <pthread.h>
#include <pwd.h>
#include <regex.h>
#include <sched.h>
#include <search.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <uchar.h>
#include <unistd.h>
#include <wchar.h>
#undef basename

typedef struct {
  void* at;
  const char* bytes;
} Part;
typedef struct {
  const char* name;
  void (*call)(void);
  Part parts[5];
} Case;

static char a[40], b[40] = "abcdefgh", c[40] = "ab", here[4096], text_of_user[4096], digits[8] = "42";
static wchar_t v[12], w[12] = L"abcd", wide_digits[8] = L"42", *wide_end;
static const char* text;
static const wchar_t* wide;
static int in, event, ends[2], number = 2, other, numbers[4] = {3, 1, 2, 0};
static long big;
static double real, other_real;
static mbstate_t state;
static struct iovec pieces[2];
static struct msghdr message;
static struct tm day;
static struct timespec moment;
static struct timeval value;
static char *line, *heap_line, *word = b, *word_value, *tokens[] = {"x", NULL};
static size_t room, four = 4;
static void* found;
static eventfd_t counter = 1;
static FILE *stream, *in_memory, *from_memory;
static struct pollfd polled;
static struct sockaddr_in address;
static socklen_t length = sizeof address;
static glob_t names;
static struct stat status;
static sigset_t set;
static fpos_t position;
static struct random_data random_state;
static char random_text[64];
static struct drand48_data random_48;
static sem_t semaphore;
static regex_t pattern;
static regmatch_t match[1];
static struct passwd user, *user_found;
static struct itimerval interval;
static struct sysinfo of_system;
static struct statvfs of_disk;
static struct sched_param of_thread;
static stack_t stack;
extern int __xpg_strerror_r(int, char*, size_t);

static int by_number(const void* left, const void* right) { return *(const int*)left - *(const int*)right; }
static void print_list(char* to, const char* format, ...) {
  va_list list;
  va_start(list, format);
  vsprintf(to, format, list);
  va_end(list);
}

#define CASE(name, call, ...) \
  static void name##_case(void) { (void)(call); }
#include "calls.def"
#undef CASE

#define R4 "rrrr"
#define W4 "wwww"
#define N4 "----"
#define R8 R4 R4
#define W8 W4 W4
#define CASE(name, call, ...) {#name, name##_case, {__VA_ARGS__}},
static Case cases[] = {
#include "calls.def"
};
enum { kCases = sizeof cases / sizeof *cases };

static void prepare(const char* name) {
  text = c;
  wide = w;
  text = strncmp(name, "mbs", 3) == 0 ? strcpy(b, "abcd") : b;
  pieces[0] = (struct iovec){a, 3};
  pieces[1] = (struct iovec){c, 4};
  message.msg_iov = pieces;
  message.msg_iovlen = 2;
  day.tm_mday = 1;
  strcpy(here, "x");
  line = heap_line = malloc(room = 32);
  initstate_r(1, random_text, sizeof random_text, &random_state);
  sem_init(&semaphore, 0, 1);
  regcomp(&pattern, "a", 0);
  if (strcmp(name, "eventfd_read") == 0) event = eventfd(3, 0);
  if (strcmp(name, "fmemopen_flush") == 0) in_memory = fmemopen(a, sizeof a, "w");
  if (strcmp(name, "fmemopen_read") == 0) from_memory = fmemopen(b, 8, "r");
  if (strcmp(name, "recvmsg") == 0 || strcmp(name, "sendmsg") == 0 || strcmp(name, "recv") == 0 ||
      strcmp(name, "send") == 0 || strcmp(name, "getsockname") == 0) {
    socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
    write(ends[1], "hello", 5);
  }
  in = memfd_create("in", 0);
  write(in, "hello\nworld\n", 12);
  lseek(in, 0, SEEK_SET);
  stream = fdopen(dup(in), "r+");
  if (strcmp(name, "fsetpos") == 0) fgetpos(stream, &position);
}

static Case* chosen;
static void* call(void* ignored) {
  chosen->call();
  return ignored;
}

int main(int argc, char** argv) {
  if (argc < 5) {
    for (int i = 0; i < kCases; ++i)
      for (int part = 0; part < 5 && cases[i].parts[part].bytes != NULL; ++part)
        printf("%s %d %s\n", cases[i].name, part, cases[i].parts[part].bytes);
    return 0;
  }
  for (int i = 0; i < kCases; ++i)
    if (strcmp(cases[i].name, argv[1]) == 0) chosen = &cases[i];
  if (chosen == NULL) return 3;
  prepare(argv[1]);
  const Part* part = &chosen->parts[atoi(argv[2])];
  void* at = part->at;
  if (strcmp(argv[1], "getdelim_text") == 0) at = heap_line;
  volatile char* byte = (char*)at + atoi(argv[3]);
  pthread_t thread;
  pthread_create(&thread, NULL, call, NULL);
  const char old = *byte;
  if (argv[4][0] == 'w') *byte = old;
  pthread_join(thread, NULL);
  return 0;
}
