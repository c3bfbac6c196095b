// SPDX-License-Identifier: Apache-2.0
#include "words.h"
FILE*g;
T(f){fprintf(g,"%d",3);return 0;}
int main(){g=tmpfile();pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);assert(ftell(g)==2);fclose(g);}
