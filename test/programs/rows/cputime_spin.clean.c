// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
atomic_int flag;
void*f(void*p){ flag=1; return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); time_t d=time(0)+2; int r=0; while(!flag) if(time(0)>d){ r=1; break; } pthread_join(t,0); return r&&!flag; }
