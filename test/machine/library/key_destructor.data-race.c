/* What a key's destructor does when a thread ends is done by that thread. */
#include <pthread.h>
static pthread_key_t key;
static int ended;
static void end(void *value) { ended++; }
static void *work(void *unused) {
  pthread_setspecific(key, &ended);
  return 0;
}
int main(void) {
  pthread_key_create(&key, end);
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  int seen = ended;
  pthread_join(t, 0);
  return seen < 0;
}
