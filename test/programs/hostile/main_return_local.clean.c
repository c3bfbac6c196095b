// SPDX-License-Identifier: Apache-2.0
#include "short.h"
F(w){atomic_int*p=arg;(*p)++;return 0;}
int main(void){static atomic_int x;GOA(t,w,&x);pthread_detach(t);return 0;}
