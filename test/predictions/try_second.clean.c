// Both take their second lock by a try, each in its own order.
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t b = PTHREAD_RWLOCK_INITIALIZER;
static void* ab(void* nothing) {
  pthread_mutex_lock(&a);
  if (pthread_rwlock_trywrlock(&b) == 0) pthread_rwlock_unlock(&b);
  pthread_mutex_unlock(&a);
  return nothing;
}
static void* ba(void* nothing) {
  pthread_rwlock_rdlock(&b);
  if (pthread_mutex_trylock(&a) == 0) pthread_mutex_unlock(&a);
  pthread_rwlock_unlock(&b);
  return nothing;
}
int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, ab, 0);
  pthread_join(first, 0);
  pthread_create(&second, 0, ba, 0);
  pthread_join(second, 0);
  pthread_create(&first, 0, ab, 0);
  pthread_create(&second, 0, ba, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
}
