// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <pthread.h>
void*w(void*q){puts("x");return 0;}
int main(){pthread_t t;pthread_create(&t,0,w,0);fclose(stdout);pthread_join(t,0);return 0;}
