// SPDX-License-Identifier: Apache-2.0
#include "words.h"
atomic_int f_;
T(g){int e=0;assert(atomic_compare_exchange_weak(&f_,&e,1));return 0;}
int main(){pthread_t s;GO(s,g,0);JOIN(s);}
