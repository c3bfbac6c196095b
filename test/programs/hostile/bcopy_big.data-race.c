// SPDX-License-Identifier: Apache-2.0
#include "words.h"
char a[64],b[64];
T(f){bcopy(a,b,(intptr_t)p);return 0;}
int main(){pthread_t s;GO(s,f,(void*)40);b[20]=1;JOIN(s);}
