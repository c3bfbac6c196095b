// Bytes that no initialiser makes are no mutex.
#include <pthread.h>
#include <string.h>
int x;
int main(){pthread_mutex_t m;memset(&m,0x5a,sizeof m);pthread_mutex_lock(&m);x++;pthread_mutex_unlock(&m);}
