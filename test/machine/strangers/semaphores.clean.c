/* The bounded buffer of the textbooks with three semaphores; and a turnstile that goes on for ever. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#define SLOTS 2
static sem_t empty, full, mutex;
static int buffer[SLOTS], in, out, inside;
static void *producer(void *unused) {
  for (int i = 0;; i = (i + 1) % 3) {
    sem_wait(&empty);
    sem_wait(&mutex);
    assert(++inside == 1);
    buffer[in] = i;
    in = (in + 1) % SLOTS;
    inside--;
    sem_post(&mutex);
    sem_post(&full);
  }
  return unused;
}
int main(void) {
  pthread_t t;
  sem_init(&empty, 0, SLOTS);
  sem_init(&full, 0, 0);
  sem_init(&mutex, 0, 1);
  pthread_create(&t, 0, producer, 0);
  for (int expected = 0;; expected = (expected + 1) % 3) {
    sem_wait(&full);
    sem_wait(&mutex);
    assert(++inside == 1);
    assert(buffer[out] == expected);
    out = (out + 1) % SLOTS;
    inside--;
    sem_post(&mutex);
    sem_post(&empty);
  }
}
