#include <pthread.h>
int main(void) {
  pthread_spinlock_t spin;
  pthread_spin_trylock(&spin);
}
