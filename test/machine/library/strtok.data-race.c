/* strtok keeps its place in a variable of its own: two threads must not both use it. */
#include <pthread.h>
#include <string.h>
static char left[] = "a b", right[] = "c d";
static void *take(void *text) {
  strtok(text, " ");
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, take, left);
  take(right);
  pthread_join(t, 0);
  return 0;
}
