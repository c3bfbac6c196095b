// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
struct { _Atomic char a; char b; _Atomic short c; } x;
void*g(void*p){ x.a++; x.c++; return 0; }
int main(){ pthread_t t; pthread_create(&t,0,g,0); x.b=1; x.c++; pthread_join(t,0); return x.a+x.b+x.c-4; }
