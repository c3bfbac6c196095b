// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
// ctime writes localtime's buffer
void *a(void*p){ time_t t=0; ctime(&t); return 0;}
void *b(void*p){ time_t t=86400*400; struct tm*x=gmtime(&t); return (void*)(long)x->tm_year;}
int main(){ pthread_t t,u; pthread_create(&t,0,a,0); pthread_create(&u,0,b,0); pthread_join(t,0); pthread_join(u,0); return 0;}
