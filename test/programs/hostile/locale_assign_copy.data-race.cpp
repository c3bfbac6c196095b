// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
#include <locale>
locale l;
int main(){thread a([]{l=locale::classic();});locale c(l);a.join();}
