// SPDX-License-Identifier: Apache-2.0
#include "words.h"
struct big{long a[4];};
_Atomic struct big g;
T(f){struct big b=atomic_load(&g);b.a[0]++;atomic_store(&g,b);return 0;}
int main(){pthread_t t,u;GO(t,f,0);GO(u,f,0);JOIN(t);JOIN(u);assert(atomic_load(&g).a[0]==2);}
