// SPDX-License-Identifier: Apache-2.0
#include "short.h"
typedef union{atomic_uint w;}U;U u;
F(w){atomic_fetch_or(&u.w,1);return 0;}
F(v){atomic_fetch_or(&u.w,256);return 0;}
int main(void){GO(a,w);GO(b,v);J(a);J(b);assert(u.w==257);return 0;}
