/* SPDX-License-Identifier: Apache-2.0 */
/* Caches that snoop on a bus (MSI): N processors read and write one line for ever. Whoever has it modified is alone
 * with it, and everybody reads what was written last. Try -D NO_WRITE_BACK. */
#include <assert.h>
#include <pthread.h>

#include <heddle/annotate.h>

#ifndef N
#define N 3
#endif
#ifndef K
#define K 3
#endif

enum { invalid, shared, modified };
static int state[N], line[N];
static int memory, latest;
static pthread_mutex_t bus = PTHREAD_MUTEX_INITIALIZER;

static void fetch(int me) {
  for (int other = 0; other < N; ++other)
    if (other != me && state[other] == modified) {
#ifndef NO_WRITE_BACK
      memory = line[other];
#endif
      state[other] = shared;
    }
  line[me] = memory;
}

static void read_line(int me) {
  pthread_mutex_lock(&bus);
  if (state[me] == invalid) {
    fetch(me);
    state[me] = shared;
  }
  assert(line[me] == latest);
  pthread_mutex_unlock(&bus);
}

static void write_line(int me) {
  pthread_mutex_lock(&bus);
  if (state[me] != modified) {
    if (state[me] == invalid) fetch(me);
    for (int other = 0; other < N; ++other)
      if (other != me) state[other] = invalid;
    state[me] = modified;
  }
  line[me] = (line[me] + 1) % K;
  latest = line[me];
  pthread_mutex_unlock(&bus);
}

static void evict(int me) {
  pthread_mutex_lock(&bus);
  if (state[me] == modified) memory = line[me];
  state[me] = invalid;
  pthread_mutex_unlock(&bus);
}

static void *processor(void *argument) {
  const int me = (int)(long)argument;
  while (1) switch (heddle_choose(3)) {
      case 0: read_line(me); break;
      case 1: write_line(me); break;
      default: evict(me); break;
    }
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; ++i) pthread_create(&threads[i], 0, processor, (void *)i);
  for (int i = 0; i < N; ++i) pthread_join(threads[i], 0);
}
