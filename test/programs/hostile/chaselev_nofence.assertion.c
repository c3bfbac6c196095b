// SPDX-License-Identifier: Apache-2.0
#include "short.h"
atomic_int top,bot;atomic_int b[4];atomic_int got[3];
static void take(int v){assert(atomic_fetch_add_explicit(&got[v],1,RLX)==0);}
static void push(int v){int x=LD(bot,RLX);ST(b[x&3],v,RLX);atomic_thread_fence(REL);ST(bot,x+1,RLX);}
static void pop(void){int x=LD(bot,RLX)-1;ST(bot,x,RLX);atomic_thread_fence(AR);int t=LD(top,RLX);if(t<=x){int v=LD(b[x&3],RLX);if(t==x){if(atomic_compare_exchange_strong_explicit(&top,&t,t+1,SC,RLX))take(v);ST(bot,x+1,RLX);}else take(v);}else ST(bot,x+1,RLX);}
F(steal){for(int i=0;i<2;i++){int t=LD(top,ACQ);atomic_thread_fence(AR);int x=LD(bot,ACQ);if(t<x){int v=LD(b[t&3],RLX);if(atomic_compare_exchange_strong_explicit(&top,&t,t+1,SC,RLX))take(v);}}return 0;}
int main(void){push(1);push(2);GO(t,steal);pop();J(t);return 0;}
