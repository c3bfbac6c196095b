// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
struct s{ unsigned a:3; unsigned b:5; unsigned c:24;}; volatile struct s x;
void*f(void*a){ x.a=1; return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); x.c=7; pthread_join(t,0); return 0; }
