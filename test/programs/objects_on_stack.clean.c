// SPDX-License-Identifier: Apache-2.0
// Objects of every kind on the stack, whose last user tells the owner through the object itself. The places are
// used again, by other objects and by plain variables.
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

struct task {
  pthread_mutex_t mutex;
  pthread_cond_t condition;
  sem_t semaphore;
  pthread_barrier_t barrier;
  pthread_rwlock_t rwlock;
  int done;
};

static void* by_condition(void* argument) {
  struct task* task = argument;
  pthread_mutex_lock(&task->mutex);
  task->done = 1;
  pthread_cond_signal(&task->condition);
  pthread_mutex_unlock(&task->mutex);
  return 0;
}
static void* by_semaphore(void* argument) {
  sem_post(&((struct task*)argument)->semaphore);
  return 0;
}
static void* by_barrier(void* argument) {
  pthread_barrier_wait(&((struct task*)argument)->barrier);
  return 0;
}

static void run(void* (*routine)(void*)) {
  struct task task;
  memset(&task, 0, sizeof task);
  pthread_mutex_init(&task.mutex, 0);
  pthread_cond_init(&task.condition, 0);
  sem_init(&task.semaphore, 0, 0);
  pthread_barrier_init(&task.barrier, 0, 2);
  pthread_rwlock_init(&task.rwlock, 0);
  pthread_rwlock_rdlock(&task.rwlock);
  pthread_t thread;
  pthread_create(&thread, 0, routine, &task);
  pthread_detach(thread);
  if (routine == by_condition) {
    pthread_mutex_lock(&task.mutex);
    while (!task.done) pthread_cond_wait(&task.condition, &task.mutex);
    pthread_mutex_unlock(&task.mutex);
  } else if (routine == by_semaphore) {
    sem_wait(&task.semaphore);
  } else {
    pthread_barrier_wait(&task.barrier);
  }
  pthread_rwlock_unlock(&task.rwlock);
  pthread_rwlock_destroy(&task.rwlock);
  pthread_barrier_destroy(&task.barrier);
  sem_destroy(&task.semaphore);
  pthread_cond_destroy(&task.condition);
  pthread_mutex_destroy(&task.mutex);
}

static int reuse(void) {
  volatile char bytes[sizeof(struct task) + 256];
  for (unsigned i = 0; i < sizeof bytes; ++i) bytes[i] = (char)i;
  pthread_rwlock_t again[6] = {PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER,
                               PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER};
  for (int i = 0; i < 6; ++i) {
    pthread_rwlock_wrlock(&again[i]);
    pthread_rwlock_unlock(&again[i]);
  }
  return bytes[7];
}

int main(void) {
  for (int i = 0; i < 20; ++i) {
    run(by_condition);
    reuse();
    run(by_semaphore);
    reuse();
    run(by_barrier);
  }
}
