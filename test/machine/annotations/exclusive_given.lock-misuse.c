// A right that another thread gives away is no exclusive right.
#include <heddle/annotate.h>
#include <pthread.h>
#include <stdatomic.h>
int x;
_Atomic int token = 1;
int mine(int t) { return token == t; }
HEDDLE_EXCLUSIVE(x, mine);
void *t(void *p) { while (token != 2) {} x++; token = 1; return 0; }
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, t, 0);
  x = 1;
  token = 2;
  while (token != 1) {}
  pthread_join(id, 0);
}
