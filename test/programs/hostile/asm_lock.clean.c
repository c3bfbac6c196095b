// SPDX-License-Identifier: Apache-2.0
// right: inline assembly locked increments (accesses not seen)
#include <pthread.h>
int n;
static void*f(void*p){__asm__ volatile("lock incl %0":"+m"(n)::"memory");return p;}
int main(void){pthread_t t,u;pthread_create(&t,0,f,0);pthread_create(&u,0,f,0);pthread_join(t,0);pthread_join(u,0);return n!=2;}
