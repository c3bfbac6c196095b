// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
int flag=1,x;
void*f(void*p){ x=1; __sync_lock_release(&flag); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); int r=1; if(__sync_fetch_and_add(&flag,0)==0) r=x; pthread_join(t,0); return r-1; }
