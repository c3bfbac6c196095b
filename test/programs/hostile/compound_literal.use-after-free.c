// SPDX-License-Identifier: Apache-2.0
#include "words.h"
T(f){*(int*)p=1;return 0;}
int main(){pthread_t s;{GO(s,f,&(int){0});}JOIN(s);}
