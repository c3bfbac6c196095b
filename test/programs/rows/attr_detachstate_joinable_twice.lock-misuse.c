// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
void*f(void*a){return 0;}
pthread_t t;
void*g(void*a){ pthread_detach(t); return 0;}
int main(){ pthread_create(&t,0,f,0); pthread_t u; pthread_create(&u,0,g,0); pthread_join(t,0); pthread_join(u,0); return 0;}
