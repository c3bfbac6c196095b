// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <wchar.h>
#include <string.h>
void*f(void*p){ mbstate_t s; memset(&s,0,sizeof s); wchar_t w; return (void*)mbrtowc(&w,"a",1,&s); }
int main(){ pthread_t t; void*r; pthread_create(&t,0,f,0); f(0); pthread_join(t,&r); return r!=(void*)1; }
