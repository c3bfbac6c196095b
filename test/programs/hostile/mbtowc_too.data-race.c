// SPDX-License-Identifier: Apache-2.0
// wrong: mbstowcs into shared wide buffer; wcslen reads
#include <wchar.h>
#include <stdlib.h>
#include <pthread.h>
static wchar_t b[8];
static void*f(void*p){mbstowcs(b,"abc",8);return p;}
int main(void){pthread_t t;pthread_create(&t,0,f,0);size_t n=wcslen(b);pthread_join(t,0);return n>3;}
