// SPDX-License-Identifier: Apache-2.0
#include "words.h"
char q[8]="/";
T(f){return (void*)(intptr_t)chdir(q);}
int main(){pthread_t s;GO(s,f,0);q[0]='.';JOIN(s);}
