// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <string.h>
char b[8],s[8]="ab:cdef";
void*f(void*p){ memccpy(b,s,':',8); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); s[5]='x'; b[6]='y'; pthread_join(t,0); return b[2]!=':'; }
