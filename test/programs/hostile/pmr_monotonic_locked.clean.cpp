// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){pmr::monotonic_buffer_resource r(1024);mutex m;pmr::memory_resource*p=&r;auto f=[&]{lock_guard<mutex>l(m);*static_cast<int*>(p->allocate(8,8))=1;};thread a(f),b(f);a.join();b.join();}
