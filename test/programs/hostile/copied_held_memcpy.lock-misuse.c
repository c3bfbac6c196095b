// A structure is copied by memcpy while its mutex is held: the copy's mutex is no mutex.
#include <pthread.h>
#include <string.h>
struct account {
  pthread_mutex_t m;
  int sum;
};
static struct account a = {PTHREAD_MUTEX_INITIALIZER, 1};
static void* other(void* unused) {
  struct account copy;
  pthread_mutex_lock(&a.m);
  memcpy(&copy, &a, sizeof copy);
  pthread_mutex_unlock(&a.m);
  pthread_mutex_lock(&copy.m);
  copy.sum++;
  pthread_mutex_unlock(&copy.m);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  pthread_join(t, NULL);
}
