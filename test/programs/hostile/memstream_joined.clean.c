// SPDX-License-Identifier: Apache-2.0
#include "short.h"
char*buf;size_t size;FILE*f;
F(w){fputs("abc",f);fclose(f);return 0;}
int main(void){f=open_memstream(&buf,&size);GO(t,w);J(t);assert(size==3&&!strcmp(buf,"abc"));free(buf);return 0;}
