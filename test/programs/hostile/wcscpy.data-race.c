// SPDX-License-Identifier: Apache-2.0
#include "words.h"
wchar_t a[4]=L"abc",b[4];
T(f){wcscpy(b,a);return 0;}
int main(){pthread_t s;GO(s,f,0);b[1]=L'x';JOIN(s);}
