// SPDX-License-Identifier: Apache-2.0
#include "words.h"
char q[8]="abc";
T(f){wchar_t w[8];mbstowcs(w,q,8);return 0;}
int main(){pthread_t s;GO(s,f,0);q[1]='x';JOIN(s);}
