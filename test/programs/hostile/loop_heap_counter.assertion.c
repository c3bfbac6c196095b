// SPDX-License-Identifier: Apache-2.0
// gives up after three looks, counted in heap memory
#include "terse.h"
static atomic_int f; T(w){ f=1; return 0; }
int main(){ int*n=malloc(sizeof*n); *n=0; P a; GO(a,w); while(!f&&*n<3) ++*n; assert(*n<3); free(n); J(a); return 0; }
