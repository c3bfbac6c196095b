// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
typedef int v4 __attribute__((vector_size(16))); v4 a[2]; 
void*f(void*p){ a[0]=(v4){1,2,3,4}; return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); a[1]=(v4){1,1,1,1}; pthread_join(t,0); return a[0][3]+a[1][0]-5; }
