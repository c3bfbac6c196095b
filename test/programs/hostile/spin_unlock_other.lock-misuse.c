// SPDX-License-Identifier: Apache-2.0
#include "short.h"
pthread_spinlock_t s;sem_t q;
F(w){sem_wait(&q);pthread_spin_unlock(&s);return 0;}
int main(void){pthread_spin_init(&s,0);sem_init(&q,0,0);GO(t,w);pthread_spin_lock(&s);sem_post(&q);J(t);return 0;}
