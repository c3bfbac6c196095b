// SPDX-License-Identifier: Apache-2.0
// wrong: strtok in two threads: hidden shared state.
#include <pthread.h>
#include <string.h>
static void*f(void*p){char b[]="a b c";int n=0;for(char*t=strtok(b," ");t;t=strtok(0," "))n++;return (void*)(long)n;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);f(0);pthread_join(t,0);return 0;}
