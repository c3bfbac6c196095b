// The same, one after the other.
extern void abort(void);
#include <assert.h>
void reach_error() { assert(0); }
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
void __VERIFIER_assert(int expression) { if (!expression) { ERROR: { reach_error(); abort(); } } return; }
char *v;
void *thread1(void *arg) { v = calloc(8, sizeof(char)); return 0; }
void *thread2(void *arg) {
  if (v) strncpy(v, "Bigshot", 8);
  strcat(v, "");
  return strchr(v, 's');
}
int main() {
  pthread_t t;
  void *found;
  char text[32];
  pthread_create(&t, 0, thread1, 0);
  pthread_join(t, 0);
  pthread_create(&t, 0, thread2, 0);
  pthread_join(t, &found);
  __VERIFIER_assert(v && v[0] == 'B' && (char *)found - v == 3);
  snprintf(text, sizeof text, "%s", v);
  char *copy = strdup(v);
  __VERIFIER_assert(memcmp(copy, v, 8) == 0 && strstr(copy, "shot") == copy + 3);
  free(copy);
  free(v);
  return 0;
}
