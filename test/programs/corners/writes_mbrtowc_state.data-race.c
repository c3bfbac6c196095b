// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <strings.h>
#include <wchar.h>
mbstate_t s;wchar_t wc;
F(noop){return 0;}
F(w){mbrtowc(&wc,"a",1,&s);return 0;}
int main(void){GO(t,w);volatile long k=(long)(wc);J(t);return 0;}
