// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
int first;
void a(void){ if(!first) first=1; }
void b(void){ if(!first) _exit(2); }
void*f(void*p){ at_quick_exit(b); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); at_quick_exit(a); pthread_join(t,0); quick_exit(0); }
