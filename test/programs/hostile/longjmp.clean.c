// SPDX-License-Identifier: Apache-2.0
#include "words.h"
#include <setjmp.h>
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;int x;
T(f){jmp_buf b;if(!setjmp(b)){LK(&m);longjmp(b,1);}else{x++;UL(&m);}return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);assert(x==2);}
