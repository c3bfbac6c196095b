/* Every way out of an atomic block ends it: the other thread goes on, or main waits for ever. */
#include <heddle/annotate.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static void by_return(void) { heddle_atomic { flag = 1; return; } }
static void by_break(void) { heddle_atomic { flag = 3; break; } }
static void by_goto(void) { heddle_atomic { flag = 5; goto out; } out:; }
static void by_nesting(void) { heddle_atomic { heddle_atomic { flag = 7; } } }
static void *t(void *p) {
  for (int i = 2; i <= 8; i += 2) {
    while (flag != i - 1) {}
    flag = i;
  }
  return p;
}
int main(void) {
  pthread_t id;
  pthread_create(&id, 0, t, 0);
  by_return();
  while (flag != 2) {}
  by_break();
  while (flag != 4) {}
  by_goto();
  while (flag != 6) {}
  by_nesting();
  while (flag != 8) {}
  pthread_join(id, 0);
}
