// SPDX-License-Identifier: Apache-2.0
#include "words.h"
#include <malloc.h>
struct mallinfo2 b;int main();
T(f){b=mallinfo2();return 0;}
int main(){pthread_t s;GO(s,f,0);b.arena=1;JOIN(s);}
