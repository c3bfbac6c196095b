// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <stdio.h>
#include <pthread.h>
void*w(void*q){fputs_unlocked("ab",stdout);return 0;}
int main(){pthread_t t;pthread_create(&t,0,w,0);fputs_unlocked("cd",stdout);pthread_join(t,0);return 0;}
