// SPDX-License-Identifier: Apache-2.0
// right: getrlimit works; environment not polluted
#include <stdlib.h>
#include <string.h>
extern char**environ;
int main(void){for(char**e=environ;*e;e++)if(!strncmp(*e,"LD_PRELOAD=",11))return 1;return 0;}
