// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <string.h>
char b[]="a b c",d[]="d e f";
void*f(void*a){ char*p=strtok(d," "); return p; }
int main(){ strtok(b," "); pthread_t t; pthread_create(&t,0,f,0); char*p=strtok(0," "); pthread_join(t,0); return p==0; }
