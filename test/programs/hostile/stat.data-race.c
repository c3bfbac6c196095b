// SPDX-License-Identifier: Apache-2.0
#include "words.h"
#include <sys/stat.h>
struct stat b;
T(f){stat("/",&b);return 0;}
int main(){pthread_t s;GO(s,f,0);b.st_size=0;JOIN(s);}
