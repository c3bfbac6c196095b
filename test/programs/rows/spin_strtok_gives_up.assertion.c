// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <assert.h>
atomic_int flag; char b[]="a b c d e";
void*f(void*p){ flag=1; return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); int gave_up=0; strtok(b," "); while(!flag){ if(!strtok(0," ")){ gave_up=1; break; } } assert(!gave_up); pthread_join(t,0); return 0; }
