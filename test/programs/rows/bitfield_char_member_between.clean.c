// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
struct s{ unsigned char a:4; unsigned char c; unsigned char b:4; }; struct s x;
void*f(void*a){ x.a=1; return 0; }
void*g(void*a){ x.b=1; return 0; }
int main(){ pthread_t t,u; pthread_create(&t,0,f,0); pthread_create(&u,0,g,0); x.c=2; pthread_join(t,0); pthread_join(u,0); return x.a+x.b+x.c-4; }
