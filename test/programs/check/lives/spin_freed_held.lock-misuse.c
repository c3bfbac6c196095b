#include <pthread.h>
#include <stdlib.h>
int main(void) {
  pthread_spinlock_t* spin = malloc(sizeof *spin);
  pthread_spin_init(spin, 0);
  pthread_spin_lock(spin);
  free((void*)spin);
}
