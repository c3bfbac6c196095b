// SPDX-License-Identifier: Apache-2.0
// right: argc is 1 and argv[0] is something
#include <string.h>
int main(int c,char**v){return c!=1||!v[0]||v[1];}
