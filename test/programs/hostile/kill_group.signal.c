// A signal to the process group ends this process too.
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
static void* other(void* unused) {
  kill(0, SIGTERM);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  pthread_join(t, NULL);
}
