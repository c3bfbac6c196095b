/* printf reads the text that %s stands for. */
#include <pthread.h>
#include <stdio.h>
static char text[8] = "text";
static void *change(void *unused) {
  text[0] = 'T';
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, change, 0);
  printf("%d %s\n", 1, text);
  pthread_join(t, 0);
  return 0;
}
