// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <wchar.h>
wchar_t a[4]=L"abc",b[4];
void*f(void*p){ wmemcpy(b,a,4); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); b[1]=L'x'; pthread_join(t,0); return 0; }
