// SPDX-License-Identifier: Apache-2.0
#include "words.h"
#include <locale.h>
struct lconv*q;char c;int main();
T(f){q=localeconv();c=q->decimal_point[0];return 0;}
int main(){pthread_t s;GO(s,f,0);setlocale(LC_ALL,"C");JOIN(s);}
