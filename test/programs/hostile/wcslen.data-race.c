// SPDX-License-Identifier: Apache-2.0
#include "words.h"
wchar_t b[8]=L"abc";size_t n;int main();
T(f){n=wcslen(b);return 0;}
int main(){pthread_t s;GO(s,f,0);b[1]=1;JOIN(s);}
