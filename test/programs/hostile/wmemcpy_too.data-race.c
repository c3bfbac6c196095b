// SPDX-License-Identifier: Apache-2.0
// wrong: wmemcpy / wcscpy
#include <wchar.h>
#include <pthread.h>
static wchar_t b[8],c[8]=L"abc";
static void*f(void*p){wcscpy(b,c);return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);wchar_t r=b[1];pthread_join(t,0);return r==L'z';}
