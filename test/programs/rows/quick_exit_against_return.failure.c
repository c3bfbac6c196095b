// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
void bad(void){ _exit(5); }
void*f(void*a){ return 0; }
void*g(void*a){ quick_exit(0); }
int main(){ atexit(bad); pthread_t t; pthread_create(&t,0,g,0); return 0; }
