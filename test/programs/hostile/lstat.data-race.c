// SPDX-License-Identifier: Apache-2.0
#include "words.h"
#include <sys/stat.h>
struct stat b;int main();
T(f){lstat("/",&b);return 0;}
int main(){pthread_t s;GO(s,f,0);b.st_size=1;JOIN(s);}
