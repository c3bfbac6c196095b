// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_key_t k;int main();
T(f){pthread_key_create(&k,0);return 0;}
int main(){pthread_t s;GO(s,f,0);k=1;JOIN(s);}
