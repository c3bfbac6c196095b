// compilers: gcc clang-14 clang-19
// Peterson's algorithm with the turn given too early: the race is there, whatever the compiler knows of one function.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int inside;

static void *enter(void *which) {
  int me = (int)(long)which;
  turn = !me;
  wants[me] = 1;
  while (wants[!me] && turn == !me) {
  }
  ++inside;
  wants[me] = 0;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, enter, (void *)0);
  pthread_create(&b, 0, enter, (void *)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
