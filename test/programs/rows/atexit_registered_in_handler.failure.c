// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
#include <stdatomic.h>
atomic_int done;
void h2(void){ if(!done) _exit(4); }
void h(void){ atexit(h2); }
void*f(void*a){ done=1; return 0; }
int main(){ atexit(h); pthread_t t; pthread_create(&t,0,f,0); return 0; }
