// SPDX-License-Identifier: Apache-2.0
#include "words.h"
FILE*g;pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;
T(f){flockfile(g);LK(&m);UL(&m);funlockfile(g);return 0;}
T(h){LK(&m);fputc('x',g);UL(&m);return 0;}
int main(){g=fopen("/dev/null","w");pthread_t s,t;GO(s,f,0);GO(t,h,0);JOIN(s);JOIN(t);}
