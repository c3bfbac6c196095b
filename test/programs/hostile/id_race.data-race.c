// SPDX-License-Identifier: Apache-2.0
#include "words.h"
pthread_t id;
T(f){pthread_t q=id;return (void*)q;}
int main(){GO(id,f,0);JOIN(id);}
