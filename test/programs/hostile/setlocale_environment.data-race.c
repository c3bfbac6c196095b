// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>
#include <locale.h>
#include <stdlib.h>
#include <stdio.h>
#include <unistd.h>
volatile long s;
void*w(void*q){setlocale(LC_ALL,"");return 0;}
int main(){pthread_t t;pthread_create(&t,0,w,0);setenv("LC_ALL","C",1);pthread_join(t,0);return 0;}
