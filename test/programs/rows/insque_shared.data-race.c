// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <search.h>
struct e{struct e*f,*b;}; struct e h={0,0},x,y;
void*f(void*p){ insque(&x,&h); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); insque(&y,&h); pthread_join(t,0); return 0; }
