/* exit from any thread ends the program, wherever the others are. */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static int started;
static void die(const char *why) {
  fprintf(stderr, "%s\n", why);
  exit(EXIT_FAILURE);
}
static void *waits(void *unused) {
  pthread_mutex_lock(&lock);
  started++;
  for (;;) pthread_cond_wait(&never, &lock);
  return unused;
}
static void *ends(void *unused) {
  pthread_mutex_lock(&lock);
  int seen = started;
  pthread_mutex_unlock(&lock);
  if (seen > 1) die("too many");
  exit(0);
  return unused;
}
int main(void) {
  pthread_t t[2];
  if (pthread_create(&t[0], NULL, waits, NULL)) die("no thread");
  if (pthread_create(&t[1], NULL, ends, NULL)) die("no thread");
  pthread_join(t[0], NULL);
  assert(!"the first one never ends");
}
