// SPDX-License-Identifier: Apache-2.0
#include "words.h"
T(f){time_t t=0;struct tm*x=localtime(&t);int y=x->tm_year;(void)*(volatile int*)&y;return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);}
