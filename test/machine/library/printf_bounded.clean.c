/* %.3s reads three characters and no more. */
#include <pthread.h>
#include <stdio.h>
static char text[8] = "text";
static void *change(void *unused) {
  text[3] = 'T';
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, change, 0);
  printf("%.3s\n", text);
  pthread_join(t, 0);
  return 0;
}
