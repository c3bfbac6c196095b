// SPDX-License-Identifier: Apache-2.0
// A child of fork resets what a thread of its parent guarded by a mutex: that thread does not exist there.
// only: run
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void* f(void*) {
  pthread_mutex_lock(&m);
  x++;
  pthread_mutex_unlock(&m);
  pause();
  return nullptr;
}
int main() {
  pthread_t t;
  pthread_create(&t, nullptr, f, nullptr);
  usleep(200000);
  if (fork() == 0) {
    pthread_mutex_init(&m, nullptr);
    x = 0;
    _exit(0);
  }
  int s;
  wait(&s);
}
