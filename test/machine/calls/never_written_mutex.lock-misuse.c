#include <pthread.h>
#include <stdlib.h>
int main(void) { pthread_mutex_lock(malloc(sizeof(pthread_mutex_t))); }
