// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdio.h>
char b[32];
void*f(void*a){ sprintf(b,"%d",1); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); int x=-1; sscanf(b,"%d",&x); pthread_join(t,0); return x>1; }
