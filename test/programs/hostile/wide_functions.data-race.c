// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <wchar.h>
wchar_t b[8];
F(w){wcscpy(b,L"abc");return 0;}
int main(void){GO(t,w);volatile wchar_t k=b[2];J(t);return 0;}
