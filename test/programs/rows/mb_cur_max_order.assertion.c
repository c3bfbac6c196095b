// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <locale.h>
#include <stdlib.h>
#include <assert.h>
int m;
void*f(void*p){ setlocale(LC_ALL,"C.UTF-8"); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); m=MB_CUR_MAX; pthread_join(t,0); assert(m==1||MB_CUR_MAX==1); return 0; }
