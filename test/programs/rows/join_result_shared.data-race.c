// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
void*res; 
void*f(void*p){ return (void*)1; }
void*g(void*p){ return res; }
int main(){ pthread_t t,u; pthread_create(&u,0,g,0); pthread_create(&t,0,f,0); pthread_join(t,&res); pthread_join(u,0); return 0; }
