// SPDX-License-Identifier: Apache-2.0
#include "words.h"
#include <langinfo.h>
char c;int main();
T(f){c=nl_langinfo(CODESET)[0];return 0;}
int main(){pthread_t s;GO(s,f,0);c=1;JOIN(s);}
