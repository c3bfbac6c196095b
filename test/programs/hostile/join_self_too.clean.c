// SPDX-License-Identifier: Apache-2.0
// right: join self returns EDEADLK
#include <pthread.h>
#include <errno.h>
int main(void){return pthread_join(pthread_self(),0)!=EDEADLK;}
