// SPDX-License-Identifier: Apache-2.0
#include "words.h"
T(f){int d=open("/tmp/attack-check/lockf.tmp",O_CREAT|O_EXCL|O_WRONLY,0600);assert(d>=0);close(d);return 0;}
int main(){unlink("/tmp/attack-check/lockf.tmp");pthread_t s,t;GO(s,f,0);GO(t,f,0);JOIN(s);JOIN(t);unlink("/tmp/attack-check/lockf.tmp");}
