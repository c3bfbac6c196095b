// SPDX-License-Identifier: Apache-2.0
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
// copying indeterminate bytes as unsigned char is allowed
struct S { char c; int i; };
void *f(void*p){ struct S *s=malloc(sizeof *s), t; s->c=1; s->i=2; unsigned char *x=(void*)s,*y=(void*)&t; for(unsigned k=0;k<sizeof t;k++) y[k]=x[k]; int r=t.c+t.i; free(s); return (void*)(long)r;}
int main(){ pthread_t t; void *r; pthread_create(&t,0,f,0); pthread_join(t,&r); return r!=(void*)3;}
