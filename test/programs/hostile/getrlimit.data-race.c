// SPDX-License-Identifier: Apache-2.0
#include "words.h"
#include <sys/resource.h>
struct rlimit b;int main();
T(f){getrlimit(RLIMIT_CORE,&b);return 0;}
int main(){pthread_t s;GO(s,f,0);b.rlim_cur=1;JOIN(s);}
