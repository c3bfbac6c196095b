// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <string.h>
char b[16]="abc";
void*f(void*p){ strcat(b,"de"); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); b[0]='x'; pthread_join(t,0); return 0; }
