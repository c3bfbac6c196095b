// SPDX-License-Identifier: Apache-2.0
#include "brief.h"
#include <sys/stat.h>
struct stat s;TH(f){fstat(0,&s);R;}int main(){RUN2(f,f);return 0;}
