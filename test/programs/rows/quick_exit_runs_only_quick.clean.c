// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
void bad(void){ _exit(5); }
void good(void){ }
void*f(void*a){ quick_exit(0); }
int main(){ atexit(bad); at_quick_exit(good); pthread_t t; pthread_create(&t,0,f,0); pthread_join(t,0); return 7; }
