// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_t t;
F(w){assert(pthread_equal(t,pthread_self()));return 0;}
int main(void){pthread_create(&t,0,w,0);J(t);return 0;}
