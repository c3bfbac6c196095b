// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
struct s{ char c; int i; }; struct { struct s a; struct s b; } x; 
void*f(void*a){ struct s t={1,2}; x.a=t; return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); struct s u={3,4}; x.b=u; pthread_join(t,0); return x.a.i+x.b.i-6; }
