// SPDX-License-Identifier: Apache-2.0
// libc stores the zone under a lock of its own.
#include <pthread.h>
#include <time.h>
static void* asks(void* x) {
  struct tm date;
  time_t now = 5;
  tzset();
  localtime_r(&now, &date);
  mktime(&date);
  return x;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, asks, 0);
  asks(0);
  pthread_join(t, 0);
  return tzname[0] == 0;
}
