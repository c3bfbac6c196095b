/* SPDX-License-Identifier: Apache-2.0 */
/* A bounded buffer: producers put numbers modulo K, one after the other, and consumers take them, for ever. Try
 * -D ROOM_FOR_ONE_MORE. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

#ifndef SIZE
#define SIZE 3
#endif
#ifndef K
#define K 6
#endif

static int buffer[SIZE];
static int in, out, produced, consumed;
static sem_t room, items;
static pthread_mutex_t producing = PTHREAD_MUTEX_INITIALIZER, consuming = PTHREAD_MUTEX_INITIALIZER;

static void *producer(void *unused) {
  (void)unused;
  while (1) {
    sem_wait(&room);
    pthread_mutex_lock(&producing);
    buffer[in] = produced;
    in = (in + 1) % SIZE;
    produced = (produced + 1) % K;
    pthread_mutex_unlock(&producing);
    sem_post(&items);
  }
  return 0;
}

static void *consumer(void *unused) {
  (void)unused;
  while (1) {
    sem_wait(&items);
    pthread_mutex_lock(&consuming);
    assert(buffer[out] == consumed);
    out = (out + 1) % SIZE;
    consumed = (consumed + 1) % K;
    pthread_mutex_unlock(&consuming);
    sem_post(&room);
  }
  return 0;
}

int main(void) {
#ifdef ROOM_FOR_ONE_MORE
  sem_init(&room, 0, SIZE + 1);
#else
  sem_init(&room, 0, SIZE);
#endif
  sem_init(&items, 0, 0);
  pthread_t threads[4];
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], 0, i % 2 == 0 ? producer : consumer, 0);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], 0);
}
