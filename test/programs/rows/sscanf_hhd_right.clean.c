// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdio.h>
signed char v[4];
void*f(void*a){ sscanf("7","%hhd",&v[0]); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); v[1]=3; pthread_join(t,0); return v[0]+v[1]-10; }
