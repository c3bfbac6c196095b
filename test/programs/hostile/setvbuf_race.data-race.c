// SPDX-License-Identifier: Apache-2.0
#include "short.h"
static char buf[64];FILE*f;
F(w){fputs("hello",f);return 0;}
int main(void){f=tmpfile();setvbuf(f,buf,_IOFBF,64);GO(t,w);volatile char c=buf[0];J(t);fclose(f);return 0;}
