#include <pthread.h>
#include <stdlib.h>
void *other(void *p) { exit(3); }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  pthread_join(t, 0);
}
