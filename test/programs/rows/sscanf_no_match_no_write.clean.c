// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdio.h>
int v,n;
void*f(void*a){ n=sscanf("abc","%d",&v); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); v=1; pthread_join(t,0); return v-1+n; }
