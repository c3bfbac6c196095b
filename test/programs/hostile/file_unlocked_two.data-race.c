// SPDX-License-Identifier: Apache-2.0
#include "short.h"
FILE*f;
F(w){putc_unlocked('x',f);return 0;}
int main(void){f=tmpfile();GO(t,w);putc_unlocked('y',f);J(t);fclose(f);return 0;}
