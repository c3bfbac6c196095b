// SPDX-License-Identifier: Apache-2.0
#include "words.h"
FILE*g;
T(f){flockfile(g);putc_unlocked('a',g);putc_unlocked('b',g);funlockfile(g);return 0;}
int main(){g=fopen("/dev/null","w");pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);fclose(g);}
