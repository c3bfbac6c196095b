// SPDX-License-Identifier: Apache-2.0
#include "short.h"
char*buf;size_t size;FILE*f;
F(w){fputs("abc",f);fflush(f);return 0;}
int main(void){f=open_memstream(&buf,&size);GO(t,w);volatile size_t s=size;(void)s;J(t);fclose(f);free(buf);return 0;}
