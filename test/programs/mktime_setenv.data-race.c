// SPDX-License-Identifier: Apache-2.0
// wrong: mktime looks for the time zone in the environment, which another thread changes
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static void* change(void* unused) {
  setenv("TZ", "UTC-3", 1);
  return unused;
}
int main(void) {
  setenv("TZ", "UTC", 1);
  pthread_t other;
  pthread_create(&other, NULL, change, NULL);
  struct tm day = {.tm_year = 100, .tm_mday = 1};
  volatile time_t seconds = mktime(&day);
  (void)seconds;
  pthread_join(other, NULL);
  return 0;
}
