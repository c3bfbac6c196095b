// SPDX-License-Identifier: Apache-2.0
#include "words.h"
int main(){sem_t s;sem_init(&s,0,SEM_VALUE_MAX);errno=0;assert(sem_post(&s)==-1&&errno==EOVERFLOW);assert(sem_init(&s,0,(unsigned)SEM_VALUE_MAX+1)==-1&&errno==EINVAL);}
