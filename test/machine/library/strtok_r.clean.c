/* strtok_r keeps its place with the caller. */
#include <assert.h>
#include <pthread.h>
#include <string.h>
static char left[] = "a b", right[] = "c d";
static void *take(void *text) {
  char *rest;
  strtok_r(text, " ", &rest);
  assert(strlen(strtok_r(0, " ", &rest)) == 1 && !strtok_r(0, " ", &rest));
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, take, left);
  take(right);
  pthread_join(t, 0);
  return 0;
}
