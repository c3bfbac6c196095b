// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){pmr::monotonic_buffer_resource r(1024);auto f=[&]{pmr::vector<int> v(&r);v.push_back(1);};thread a(f),b(f);a.join();b.join();}
