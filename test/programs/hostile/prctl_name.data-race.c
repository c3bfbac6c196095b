// SPDX-License-Identifier: Apache-2.0
#include "words.h"
#include <sys/prctl.h>
char name[16];
T(f){prctl(PR_GET_NAME,name);return 0;}
int main(){pthread_t t;GO(t,f,0);name[1]=1;JOIN(t);}
