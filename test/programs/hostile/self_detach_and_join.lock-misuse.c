// SPDX-License-Identifier: Apache-2.0
#include "short.h"
F(w){pthread_detach(pthread_self());return 0;}
int main(void){GO(t,w);J(t);return 0;}
