// SPDX-License-Identifier: Apache-2.0
#include "words.h"
T(f){sem_post(p);return 0;}
int main(){sem_t*s=malloc(sizeof*s);sem_init(s,0,0);pthread_t t;GO(t,f,s);while(sem_wait(s));sem_destroy(s);free(s);JOIN(t);}
