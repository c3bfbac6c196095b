// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <time.h>
char b[32];
void*f(void*a){ struct tm t={0}; t.tm_mday=1; strftime(b,sizeof b,"%Y",&t); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); b[2]='x'; pthread_join(t,0); return 0; }
