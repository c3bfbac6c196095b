// SPDX-License-Identifier: Apache-2.0
// wrong: hsearch's one hidden table used by two threads
#include <search.h>
#include <pthread.h>
static void*f(void*p){ENTRY e={p,p};hsearch(e,ENTER);return p;}
int main(void){hcreate(10);pthread_t t;pthread_create(&t,0,f,"a");f("b");pthread_join(t,0);return 0;}
