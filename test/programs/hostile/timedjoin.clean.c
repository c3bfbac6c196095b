// SPDX-License-Identifier: Apache-2.0
#include "words.h"
int x;
T(f){x=1;return 0;}
int main(){pthread_t s;GO(s,f,0);struct timespec ts={1,0};int r=pthread_timedjoin_np(s,0,&ts);if(r==ETIMEDOUT)JOIN(s);else assert(!r);x=2;}
