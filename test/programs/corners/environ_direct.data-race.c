// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
// environ read by hand while setenv writes it
void *a(void*p){ setenv("FOO","bar",1); return 0;}
void *b(void*p){ int n=0; for(char**e=environ;e&&*e;e++) n++; return (void*)(long)n;}
int main(){ pthread_t t,u; pthread_create(&t,0,a,0); pthread_create(&u,0,b,0); pthread_join(t,0); pthread_join(u,0); return 0;}
