// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
void*f(void*a){ exit(3); }
int main(){ pthread_t t; pthread_create(&t,0,f,0); return 0; }
