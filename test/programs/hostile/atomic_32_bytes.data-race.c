// SPDX-License-Identifier: Apache-2.0
#include "words.h"
struct big{long a[4];};
_Atomic struct big g;
T(f){struct big b={{1,1,1,1}};atomic_store(&g,b);return 0;}
int main(){pthread_t t;GO(t,f,0);((struct big*)&g)->a[2]=1;JOIN(t);}
