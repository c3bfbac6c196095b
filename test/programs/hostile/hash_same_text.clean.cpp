// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){const string s="hello";auto f=[&]{assert(hash<string>()(s)!=0);};thread a(f),b(f);a.join();b.join();}
