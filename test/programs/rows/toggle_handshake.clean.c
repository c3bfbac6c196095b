// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
atomic_int turn; int x;
void*f(void*p){ for(int i=0;i<3;i++){ while(turn!=1); x++; turn=0; } return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); for(int i=0;i<3;i++){ while(turn!=0); x++; turn=1; } pthread_join(t,0); return x-6; }
