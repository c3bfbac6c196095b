// SPDX-License-Identifier: Apache-2.0
// wrong per POSIX (strerror need not be thread-safe); glibc: for unknown errnos uses TLS buffer since 2.32: right under glibc 2.36. Instead: setlocale racing with strtod
#include <pthread.h>
#include <locale.h>
#include <stdlib.h>
static void*f(void*p){return (void*)(long)strtod("1.5",0);}
int main(void){pthread_t t;pthread_create(&t,0,f,0);setlocale(LC_ALL,"C");pthread_join(t,0);return 0;}
