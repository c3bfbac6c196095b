// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
#include <locale>
locale l;
int main(){auto f=[]{locale c(l);assert(use_facet<ctype<char>>(c).toupper('a')=='A');};thread a(f),b(f);a.join();b.join();}
