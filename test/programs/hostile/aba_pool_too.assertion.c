// SPDX-License-Identifier: Apache-2.0
// wrong: Treiber stack over an index pool: ABA loses/duplicates nodes
#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int top=1;atomic_int nx[4]={0,2,0,0};atomic_int own[4];
static int pop(void){for(;;){int t=top;if(!t)return 0;int n=nx[t];if(atomic_compare_exchange_strong(&top,&t,n))return t;}}
static void push(int i){int t=top;do nx[i]=t;while(!atomic_compare_exchange_strong(&top,&t,i));}
static void*f(void*p){int a=pop();if(a){assert(own[a]++==0);own[a]--;push(a);}return p;}
static void*g(void*p){int a=pop(),b=pop();if(b)assert(own[b]++==0);if(a)push(a);return p;}
static void*h(void*p){int a=pop();if(a)assert(own[a]++==0);int b=pop();if(b)assert(own[b]++==0);return p;}
int main(void){pthread_t t,u;pthread_create(&t,0,g,0);pthread_create(&u,0,h,0);pthread_join(t,0);pthread_join(u,0);(void)f;return 0;}
