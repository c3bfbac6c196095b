/* The same in one array, with one barrier a phase: neighbours overtake. (also: assertion) */
#include <assert.h>
#include <pthread.h>
#define N 3
static pthread_barrier_t barrier;
static int cells[1][N];
static int serial;
static void *worker(void *argument) {
  int me = (int)(long)argument;
  for (int phase = 0; phase < 2; phase++) {
    int now = 0, next = 0;
    cells[next][me] = cells[now][(me + 1) % N] + 1;
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) serial++;
  }
  return 0;
}
int main(void) {
  pthread_t t[N];
  pthread_barrier_init(&barrier, 0, N);
  for (long i = 0; i < N; i++) pthread_create(&t[i], 0, worker, (void *)i);
  for (int i = 0; i < N; i++) pthread_join(t[i], 0);
  for (int i = 0; i < N; i++) assert(cells[0][i] == 2);
  assert(serial <= 2);
  pthread_barrier_destroy(&barrier);
}
