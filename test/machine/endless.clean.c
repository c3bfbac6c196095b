// Never ends, has few states.
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int *box;
void *t(void *p) {
  while (1) {
    int *mine = malloc(4);
    *mine = 1;
    pthread_mutex_lock(&m);
    free(box);
    box = mine;
    pthread_mutex_unlock(&m);
  }
}
int main(void) { pthread_t id; pthread_create(&id, 0, t, 0); t(0); }
