#include <pthread.h>
pthread_barrier_t b;
int main(void) { pthread_barrier_wait(&b); }
