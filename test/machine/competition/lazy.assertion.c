// Three threads add under one lock; the last one to look sees three.
extern void abort(void);
#include <assert.h>
void reach_error() { assert(0); }
#include <pthread.h>
pthread_mutex_t mutex;
int data = 0;
void *add_one(void *arg) {
  pthread_mutex_lock(&mutex);
  data++;
  pthread_mutex_unlock(&mutex);
  return 0;
}
void *add_two(void *arg) {
  pthread_mutex_lock(&mutex);
  data += 2;
  pthread_mutex_unlock(&mutex);
  return 0;
}
void *look(void *arg) {
  pthread_mutex_lock(&mutex);
  if (data >= 3) {
    ERROR: { reach_error(); abort(); }
  }
  pthread_mutex_unlock(&mutex);
  return 0;
}
int main() {
  pthread_t a, b, c;
  pthread_mutex_init(&mutex, 0);
  pthread_create(&a, 0, add_one, 0);
  pthread_create(&b, 0, add_two, 0);
  pthread_create(&c, 0, look, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
