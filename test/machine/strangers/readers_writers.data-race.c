/* The same with a writer that does not wait for readers. (also: assertion) */
#include <assert.h>
#include <pthread.h>

typedef struct {
  pthread_mutex_t guard;
  pthread_cond_t readable, writable;
  int readers, writers_waiting;
  _Bool writing;
} rw_t;
#define RW_INITIALIZER {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 0}
static rw_t rw = RW_INITIALIZER;

static void rw_read(rw_t *l) {
  pthread_mutex_lock(&l->guard);
  while (l->writing || l->writers_waiting) pthread_cond_wait(&l->readable, &l->guard);
  ++l->readers;
  pthread_mutex_unlock(&l->guard);
}
static void rw_read_done(rw_t *l) {
  pthread_mutex_lock(&l->guard);
  if (--l->readers == 0) pthread_cond_signal(&l->writable);
  pthread_mutex_unlock(&l->guard);
}
static void rw_write(rw_t *l) {
  pthread_mutex_lock(&l->guard);
  ++l->writers_waiting;
  while (l->writing) pthread_cond_wait(&l->writable, &l->guard);
  --l->writers_waiting;
  l->writing = 1;
  pthread_mutex_unlock(&l->guard);
}
static void rw_write_done(rw_t *l) {
  pthread_mutex_lock(&l->guard);
  l->writing = 0;
  if (l->writers_waiting)
    pthread_cond_signal(&l->writable);
  else
    pthread_cond_broadcast(&l->readable);
  pthread_mutex_unlock(&l->guard);
}
static int low, high;
static void *reader(void *unused) {
  rw_read(&rw);
  assert(low == high);
  rw_read_done(&rw);
  return unused;
}
static void *writer(void *unused) {
  rw_write(&rw);
  low++;
  high++;
  rw_write_done(&rw);
  return unused;
}
int main(void) {
  pthread_t t[3];
  void *(*const bodies[])(void *) = {reader, writer, reader};
  for (unsigned i = 0; i < 3; i++) pthread_create(t + i, 0, bodies[i], 0);
  for (unsigned i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(low == 1 && high == 1);
}
