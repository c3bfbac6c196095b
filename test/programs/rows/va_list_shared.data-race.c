// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdarg.h>
static void*f(void*p){ va_list*a=p; return (void*)(long)va_arg(*a,int); }
int g(int n,...){ va_list a; va_start(a,n); pthread_t t; pthread_create(&t,0,f,&a); int x=va_arg(a,int); pthread_join(t,0); va_end(a); return x>3; }
int main(){ return g(2,1,2,3); }
