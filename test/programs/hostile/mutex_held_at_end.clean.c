// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_mutex_t m=PTHREAD_MUTEX_INITIALIZER;
F(w){LOCK(m);UNLOCK(m);return 0;}
int main(void){LOCK(m);GO(t,w);return 0;}
