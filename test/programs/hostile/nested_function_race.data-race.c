#include <pthread.h>
int g;
int main(){ int x=0; void*f(void*a){ g=1; x++; return 0; } pthread_t t; pthread_create(&t,0,f,0); x++; pthread_join(t,0); return x>2; }
