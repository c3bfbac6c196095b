// SPDX-License-Identifier: Apache-2.0
#include "short.h"
typedef struct{int*a,n,s;}J0;
F(sum){J0*j=arg;if(j->n==1){j->s=j->a[0];return 0;}J0 l={j->a,j->n/2,0},r={j->a+j->n/2,j->n-j->n/2,0};GOA(t,sum,&l);sum(&r);J(t);j->s=l.s+r.s;return 0;}
int main(void){int a[3]={1,2,3};J0 j={a,3,0};sum(&j);assert(j.s==6);return 0;}
