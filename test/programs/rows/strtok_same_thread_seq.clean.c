// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <string.h>
void*f(void*a){ char b[]="a b"; strtok(b," "); strtok(0," "); return 0;}
int main(){ pthread_t t; pthread_create(&t,0,f,0); pthread_join(t,0); char b[]="a b"; strtok(b," "); return 0; }
