// SPDX-License-Identifier: Apache-2.0
#include "words.h"
int x;
T(n){x=1;return (void*)5;}
int main(){pthread_t t;void*r;GO(t,n,0);if(pthread_tryjoin_np(t,&r)==EBUSY)pthread_join(t,&r);x=2;assert(r==(void*)5);}
