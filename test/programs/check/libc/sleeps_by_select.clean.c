// SPDX-License-Identifier: Apache-2.0
// select and poll without files sleep.
#include <assert.h>
#include <poll.h>
#include <sys/select.h>
#include <time.h>

int main(void) {
  struct timespec before, after;
  struct timeval second = {1, 0};
  clock_gettime(CLOCK_MONOTONIC, &before);
  select(0, 0, 0, 0, &second);
  poll(0, 0, 1000);
  clock_gettime(CLOCK_MONOTONIC, &after);
  assert(after.tv_sec - before.tv_sec >= 2);
  return 0;
}
