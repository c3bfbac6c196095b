// SPDX-License-Identifier: Apache-2.0
// A descriptor is closed while another thread writes to it.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int file;
static void* run(void* x) {
  close(file);
  return x;
}
int main(void) {
  file = open("/dev/null", O_WRONLY);
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  const ssize_t put = write(file, "x", 1);
  pthread_join(t, 0);
  assert(put == 1);
  return 0;
}
