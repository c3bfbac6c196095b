// The routine of a once calls that once: it waits for its own end.
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void routine(void) { pthread_once(&once, routine); }

int main(void) {
  pthread_once(&once, routine);
  return 0;
}
