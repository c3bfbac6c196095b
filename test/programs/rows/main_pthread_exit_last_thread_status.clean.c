// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
int x;
void*f(void*a){ pthread_join(*(pthread_t*)a,0); if(x!=1) _Exit(1); return 0; }
pthread_t self;
int main(){ self=pthread_self(); pthread_t t; pthread_create(&t,0,f,&self); pthread_detach(t); x=1; pthread_exit((void*)9); }
