// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <string.h>
char b[]="a,b,c"; char*s=b;
void*f(void*a){ strsep(&s,","); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); strsep(&s,","); pthread_join(t,0); return 0; }
