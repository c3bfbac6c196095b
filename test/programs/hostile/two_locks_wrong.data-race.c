// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_mutex_t a=PTHREAD_MUTEX_INITIALIZER,b=PTHREAD_MUTEX_INITIALIZER;int x;
T(f){LK(p);x++;UL(p);return 0;}
int main(){pthread_t s,t;GO(s,f,&a);GO(t,f,&b);JOIN(s);JOIN(t);}
