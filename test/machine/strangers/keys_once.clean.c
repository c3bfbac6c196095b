/* pthread_once, thread-specific keys with destructors, errno of each thread, static locals. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int initialised, released;

static void release(void *memory) {
  pthread_mutex_lock(&lock);
  released++;
  pthread_mutex_unlock(&lock);
  free(memory);
}
static void initialise(void) {
  initialised++;
  int failed = pthread_key_create(&key, release);
  assert(!failed);
}
static char *buffer(void) {
  pthread_once(&once, initialise);
  char *mine = pthread_getspecific(key);
  if (!mine) {
    mine = malloc(8);
    memset(mine, 0, 8);
    pthread_setspecific(key, mine);
  }
  return mine;
}
static int next_number(void) {
  static int number;
  static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&guard);
  int got = ++number;
  pthread_mutex_unlock(&guard);
  return got;
}
static void *worker(void *unused) {
  char *mine = buffer();
  mine[0] = (char)('a' + next_number());
  errno = mine[0];
  assert(buffer() == mine && errno == mine[0]);
  return unused;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, 0);
  errno = 0;
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(initialised == 1 && released == 2 && next_number() == 3 && errno == 0);
}
