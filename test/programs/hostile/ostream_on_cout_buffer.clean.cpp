// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){auto f=[]{ostream o(cout.rdbuf());o<<"x\n";};thread a(f),b(f);a.join();b.join();}
