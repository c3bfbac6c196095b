// SPDX-License-Identifier: Apache-2.0
// each call under the lock: no race, yet the tokens get mixed up
#include "terse.h"
static M m=MI; static char s1[]="a b c", s2[]="d e f";
static char *tok(char*s){ L(m); char*p=strtok(s," "); U(m); return p; }
T(w){ int n=0; for(char*p=tok(a);p;p=tok(0)) n++; assert(n==3); return 0; }
int main(){ P a,b; pthread_create(&a,0,w,s1);pthread_create(&b,0,w,s2);J(a);J(b); return 0; }
