// SPDX-License-Identifier: Apache-2.0
// right: errno is thread local
#include <pthread.h>
#include <errno.h>
#include <unistd.h>
static void*f(void*p){errno=0;close(-1);return (void*)(long)errno;}
int main(void){errno=3;pthread_t t;pthread_create(&t,0,f,0);pthread_join(t,0);return errno!=3;}
