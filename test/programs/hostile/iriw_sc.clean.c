// SPDX-License-Identifier: Apache-2.0
#include "words.h"
atomic_int x,y;int a,b,c,d;
T(f){ST(&x,1,SC);return 0;}
T(g){ST(&y,1,SC);return 0;}
T(h){a=LD(&x,SC);b=LD(&y,SC);return 0;}
T(k){c=LD(&y,SC);d=LD(&x,SC);return 0;}
int main(){pthread_t s[4];GO(s[0],f,0);GO(s[1],g,0);GO(s[2],h,0);GO(s[3],k,0);for(int i=0;i<4;i++)JOIN(s[i]);assert(!(a&&!b&&c&&!d));}
