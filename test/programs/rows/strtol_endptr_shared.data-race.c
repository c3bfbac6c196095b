// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
char*end;
void*f(void*p){ strtol("12x",&end,10); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); strtol("7",&end,10); pthread_join(t,0); return 0; }
