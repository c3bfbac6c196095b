// getenv reads the text that putenv was given.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
char eb[10]="QQ=a";char*volatile r;
void*g(void*u){r=getenv("QZ");return u;}
int main(){putenv(eb);pthread_t t;pthread_create(&t,0,g,0);eb[1]='Z';pthread_join(t,0);return 0;}
