// SPDX-License-Identifier: Apache-2.0
#include "short.h"
FILE*f;
F(w){fputs("x",f);return 0;}
int main(void){f=tmpfile();GO(t,w);fclose(f);J(t);return 0;}
