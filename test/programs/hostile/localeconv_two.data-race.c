// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>
#include <locale.h>
#include <stdlib.h>
#include <stdio.h>
volatile long s;
void*w(void*q){volatile long z=(long)localeconv()->decimal_point;(void)z;return 0;}
int main(){pthread_t t;pthread_create(&t,0,w,0);char*p=localeconv()->thousands_sep;if(p==(char*)1)return 1;pthread_join(t,0);return 0;}
