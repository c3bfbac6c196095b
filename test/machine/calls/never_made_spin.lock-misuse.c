#include <pthread.h>
pthread_spinlock_t s;
int main(void) { pthread_spin_lock(&s); }
