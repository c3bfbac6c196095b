// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){auto f=[]{ostringstream o;o<<1.5<<"x";assert(o.str()=="1.5x");};thread a(f),b(f);a.join();b.join();}
