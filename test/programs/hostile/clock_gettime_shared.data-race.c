// SPDX-License-Identifier: Apache-2.0
#include "short.h"
struct timespec ts;
F(w){clock_gettime(CLOCK_MONOTONIC,&ts);return 0;}
int main(void){GO(t,w);volatile long k=ts.tv_sec;J(t);return 0;}
