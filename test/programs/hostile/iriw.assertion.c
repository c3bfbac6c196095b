// SPDX-License-Identifier: Apache-2.0
#include "words.h"
atomic_int x,y;int a,b,c,d;
T(f){ST(&x,1,REL);return 0;}
T(g){ST(&y,1,REL);return 0;}
T(h){a=LD(&x,ACQ);b=LD(&y,ACQ);return 0;}
T(k){c=LD(&y,ACQ);d=LD(&x,ACQ);return 0;}
int main(){pthread_t s[4];GO(s[0],f,0);GO(s[1],g,0);GO(s[2],h,0);GO(s[3],k,0);for(int i=0;i<4;i++)JOIN(s[i]);assert(!(a&&!b&&c&&!d));}
