// They take and give back what they get, for ever, and wait for nothing that does not come.
#include <pthread.h>
pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
void *eat(void *p) {
  while (1) {
    pthread_mutex_lock(&left);
    pthread_mutex_lock(&right);
    pthread_mutex_unlock(&right);
    pthread_mutex_unlock(&left);
  }
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, eat, 0);
  eat(0);
}
