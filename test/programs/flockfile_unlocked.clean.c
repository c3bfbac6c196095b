// flockfile orders what is written without a lock.
#include <pthread.h>
#include <stdio.h>
FILE*f;
void*g(void*u){flockfile(f);putc_unlocked('a',f);funlockfile(f);return u;}
int main(){f=fopen("/dev/null","w");pthread_t t;pthread_create(&t,0,g,0);g(0);pthread_join(t,0);fclose(f);}
