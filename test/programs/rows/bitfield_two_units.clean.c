// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
struct s{ unsigned a:7; unsigned :0; unsigned b:9; }; struct s x;
void*f(void*a){ x.a=1; return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); x.b=2; pthread_join(t,0); return x.a+x.b-3; }
