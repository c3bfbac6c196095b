// SPDX-License-Identifier: Apache-2.0
#include "short.h"
#include <strings.h>
pthread_attr_t a;
F(noop){return 0;}
F(w){pthread_attr_init(&a);return 0;}
int main(void){GO(t,w);volatile long k=(long)(*(char*)&a);J(t);return 0;}
