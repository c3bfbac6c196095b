// A structure is copied while its mutex is held, for what is in it; the copy's own mutex is made anew, or not used.
#include <pthread.h>
#include <string.h>
struct account {
  pthread_mutex_t m;
  int sum;
};
static struct account a = {PTHREAD_MUTEX_INITIALIZER, 1};
static void* other(void* unused) {
  struct account copy, again;
  pthread_mutex_lock(&a.m);
  copy = a;
  memcpy(&again, &a, sizeof again);
  pthread_mutex_unlock(&a.m);
  pthread_mutex_init(&copy.m, NULL);
  pthread_mutex_lock(&copy.m);
  copy.sum += again.sum;
  pthread_mutex_unlock(&copy.m);
  pthread_mutex_lock(&a.m);
  a.sum++;
  pthread_mutex_unlock(&a.m);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  pthread_join(t, NULL);
  other(NULL);
  struct account later = a;
  pthread_mutex_lock(&later.m);
  pthread_mutex_unlock(&later.m);
}
