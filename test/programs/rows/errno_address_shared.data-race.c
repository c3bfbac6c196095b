// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <errno.h>
int*e;
void*f(void*p){ *e=3; return 0; }
int main(){ e=&errno; pthread_t t; pthread_create(&t,0,f,0); errno=4; pthread_join(t,0); return 0; }
