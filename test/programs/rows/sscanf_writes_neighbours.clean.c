// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdio.h>
int v[2];
void*f(void*a){ sscanf("7 ","%d",&v[0]); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); sscanf("x8","x%d",&v[1]); pthread_join(t,0); return v[0]+v[1]-15; }
