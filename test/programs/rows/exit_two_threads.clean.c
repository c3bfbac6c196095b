// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
void*f(void*a){ exit(0); }
int main(){ pthread_t t; pthread_create(&t,0,f,0); _exit(0); }
