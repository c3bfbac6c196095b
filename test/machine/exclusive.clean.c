// Ownership by a token: thread t may touch x when token == t.
#include <assert.h>
#include <heddle/annotate.h>
#include <pthread.h>
#include <stdatomic.h>
int x;
_Atomic int token;
int mine(int t) { return token == t; }
HEDDLE_EXCLUSIVE(x, mine);
void *t(void *p) { while (token != 1) {} x++; x++; token = 0; return 0; }
int main(void) {
  pthread_t id; pthread_create(&id, 0, t, 0);
  x = 1; x = x + 1; token = 1;
  while (token != 0) {}
  assert(x == 4);
  pthread_join(id, 0);
}
