// SPDX-License-Identifier: Apache-2.0
#include "short.h"
FILE*f;
F(w){flockfile(f);putc_unlocked('x',f);putc_unlocked('x',f);funlockfile(f);return 0;}
int main(void){f=tmpfile();GO(t,w);w(0);J(t);assert(ftell(f)==4);fclose(f);return 0;}
