// SPDX-License-Identifier: Apache-2.0
#include "words.h"
T(f){sysconf(_SC_PAGESIZE);getpid();return 0;}
int main(){pthread_t s;GO(s,f,0);sysconf(_SC_NPROCESSORS_ONLN);JOIN(s);}
