// SPDX-License-Identifier: Apache-2.0
#include "words.h"
__int128 x;
T(f){x++;return 0;}
int main(){pthread_t s;GO(s,f,0);x=3;JOIN(s);}
