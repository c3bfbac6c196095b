// SPDX-License-Identifier: Apache-2.0
#include "words.h"
struct{int a:4,b:4;}z;
T(f){z.a=1;return 0;}
int main(){pthread_t s;GO(s,f,0);z.b=1;JOIN(s);}
