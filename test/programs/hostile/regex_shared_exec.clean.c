// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <regex.h>
regex_t r;
F(w){assert(!regexec(&r,"hello",0,0,0));return 0;}
int main(void){regcomp(&r,"l+",REG_EXTENDED|REG_NOSUB);GO(t,w);w(0);J(t);regfree(&r);return 0;}
