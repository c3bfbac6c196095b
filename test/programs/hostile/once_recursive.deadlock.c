// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_once_t o=PTHREAD_ONCE_INIT;
void init(void){pthread_once(&o,init);}
int main(void){pthread_once(&o,init);return 0;}
