// A right that another thread gives away is no exclusive right.
#include <heddle/annotate.h>
#include <pthread.h>
#include <stdatomic.h>
int x;
_Atomic int token;
int mine(int t) { return token == t; }
HEDDLE_EXCLUSIVE(x, mine);
void *t(void *p) { while (token != 1) {} x++; token = 0; return 0; }
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, t, 0);
  x = 1;
  token = 1;
  while (token != 0) {}
  pthread_join(id, 0);
}
