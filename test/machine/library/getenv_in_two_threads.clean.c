/* Looking at the environment together is fine. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static void *look(void *unused) {
  assert(strcmp(getenv("NAME"), "value") == 0);
  return 0;
}
int main(void) {
  setenv("NAME", "value", 1);
  pthread_t t;
  pthread_create(&t, 0, look, 0);
  look(0);
  pthread_join(t, 0);
  return 0;
}
