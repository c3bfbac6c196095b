// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
void*f(void*a){ char*p=malloc(10); strcpy(p,"abc"); free(p); free(a); return 0;}
int main(){ pthread_t t; pthread_create(&t,0,f,malloc(4)); pthread_detach(t); return 0;}
