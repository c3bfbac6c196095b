// SPDX-License-Identifier: Apache-2.0
#include "words.h"
wchar_t b;int main();
T(f){mbtowc(&b,"a",1);return 0;}
int main(){pthread_t s;GO(s,f,0);b=1;JOIN(s);}
