// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <locale.h>
#include <stdlib.h>
#include <assert.h>
void*f(void*p){ locale_t l=newlocale(LC_ALL_MASK,"C.UTF-8",0); if(!l) return 0; uselocale(l); assert(MB_CUR_MAX==6); uselocale(LC_GLOBAL_LOCALE); freelocale(l); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); assert(MB_CUR_MAX==1); pthread_join(t,0); return 0; }
