#include <pthread.h>
pthread_once_t o = PTHREAD_ONCE_INIT;
void routine(void) { pthread_once(&o, routine); }
int main(void) { pthread_once(&o, routine); }
