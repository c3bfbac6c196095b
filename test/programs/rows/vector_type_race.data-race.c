// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
typedef int v4 __attribute__((vector_size(16))); v4 a; 
void*f(void*p){ a=(v4){1,2,3,4}; return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); int r=((int*)&a)[3]; pthread_join(t,0); return r>4; }
