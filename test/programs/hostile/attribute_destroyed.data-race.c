// SPDX-License-Identifier: Apache-2.0
#include "brief.h"
pthread_mutexattr_t a;TH(f){pthread_mutexattr_destroy(&a);R;}TH(g){M m;pthread_mutex_init(&m,&a);pthread_mutex_destroy(&m);R;}int main(){pthread_mutexattr_init(&a);RUN2(f,g);return 0;}
