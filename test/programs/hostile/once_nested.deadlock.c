// SPDX-License-Identifier: Apache-2.0
// two once routines call each other's once
#include "terse.h"
static pthread_once_t o1=PTHREAD_ONCE_INIT,o2=PTHREAD_ONCE_INIT;
static void n(void){} static pthread_once_t *x;
static void f1(void); static void f2(void);
static void f1(void){ pthread_once(&o2,f2);} static void f2(void){ pthread_once(&o1,f1);} 
T(a1){ pthread_once(&o1,f1); return 0; } T(a2){ pthread_once(&o2,f2); return 0; }
int main(){ (void)n;(void)x; P a,b; GO(a,a1);GO(b,a2);J(a);J(b); return 0; }
