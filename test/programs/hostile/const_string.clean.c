// SPDX-License-Identifier: Apache-2.0
#include "words.h"
const char*const S[]={"a","b"};
T(f){assert(S[(intptr_t)p][0]=='a'+(intptr_t)p);return 0;}
int main(){pthread_t s,t;GO(s,f,0);GO(t,f,(void*)1);JOIN(s);JOIN(t);}
