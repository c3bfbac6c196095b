/* setenv while another thread looks at the environment. */
#include <pthread.h>
#include <stdlib.h>
static void *change(void *unused) {
  setenv("NAME", "value", 1);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, change, 0);
  char *seen = getenv("NAME");
  pthread_join(t, 0);
  return seen && 0;
}
