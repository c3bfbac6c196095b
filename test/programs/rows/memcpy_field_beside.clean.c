// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <string.h>
struct s{char a[6]; char b; char c;}; struct s x,y;
void*f(void*a){ memcpy(&x,&y,7); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); x.c=1; pthread_join(t,0); return x.c-1; }
