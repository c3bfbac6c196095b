// SPDX-License-Identifier: Apache-2.0
#include "words.h"
int p_[2];int x;
T(f){if(write(p_[1],"a",1)!=1)abort();x=1;return 0;}
int main(){if(pipe(p_))return 1;pthread_t s;GO(s,f,0);char c;if(read(p_[0],&c,1)!=1)abort();x=2;JOIN(s);}
