// SPDX-License-Identifier: Apache-2.0
#include "words.h"
sigset_t o;
T(f){sigemptyset(&o);return 0;}
int main(){pthread_t s;GO(s,f,0);sigaddset(&o,3);JOIN(s);}
