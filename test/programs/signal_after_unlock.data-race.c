// SPDX-License-Identifier: Apache-2.0
// The notify comes after the unlock, so that who waited may have destroyed the condition by then.
// online-only: a recording does not hold the uses of objects
#include <pthread.h>
#include <unistd.h>

struct task {
  pthread_mutex_t mutex;
  pthread_cond_t condition;
  int done;
};

static void* work(void* argument) {
  struct task* task = argument;
  pthread_mutex_lock(&task->mutex);
  task->done = 1;
  pthread_mutex_unlock(&task->mutex);
  pthread_cond_signal(&task->condition);
  return 0;
}

int main(void) {
  struct task task = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
  pthread_t thread;
  pthread_create(&thread, 0, work, &task);
  usleep(100000);
  pthread_mutex_lock(&task.mutex);
  while (!task.done) pthread_cond_wait(&task.condition, &task.mutex);
  pthread_mutex_unlock(&task.mutex);
  pthread_cond_destroy(&task.condition);
  pthread_join(thread, 0);
}
