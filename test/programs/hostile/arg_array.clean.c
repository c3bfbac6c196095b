// SPDX-License-Identifier: Apache-2.0
// right: own slot per thread, adjacent bytes (char) - distinct memory locations.
#include <pthread.h>
#include <assert.h>
char v[4];
static void*f(void*a){*(char*)a=1;return 0;}
int main(void){pthread_t t[4];for(int i=0;i<4;i++)pthread_create(t+i,0,f,&v[i]);for(int j=0;j<4;j++)pthread_join(t[j],0);assert(v[0]+v[1]+v[2]+v[3]==4);return 0;}
