// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_spinlock_t s;
int main(void){pthread_spin_lock(&s);pthread_spin_unlock(&s);return 0;}
