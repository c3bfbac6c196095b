// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
union u{ double d; int i[2]; char c[8]; }; union u x;
void*f(void*a){ x.d=1.5; return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); int r=x.c[7]; pthread_join(t,0); return r==99; }
