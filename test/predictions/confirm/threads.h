// SPDX-License-Identifier: Apache-2.0
// What the programs here have in common. The second thread begins so late that the recording shows one order only, and
// nothing but a lock orders the two: by itself the bug does not happen.
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

typedef void* (*Body)(void*);

static inline void later(int turn) { usleep(150000 * turn); }

static inline void run(int count, const Body* bodies) {
  pthread_t threads[8];
  for (int i = 0; i < count; ++i) pthread_create(&threads[i], NULL, bodies[i], NULL);
  for (int i = 0; i < count; ++i) pthread_join(threads[i], NULL);
}
#define RUN(...) run(sizeof(((const Body[]){__VA_ARGS__})) / sizeof(Body), (const Body[]){__VA_ARGS__})

static inline void touch(pthread_mutex_t* lock) {
  pthread_mutex_lock(lock);
  pthread_mutex_unlock(lock);
}
