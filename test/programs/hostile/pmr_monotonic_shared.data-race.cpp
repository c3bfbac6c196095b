// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){pmr::monotonic_buffer_resource r(1024);pmr::memory_resource*p=&r;auto f=[&]{(void)p->allocate(8,8);};thread a(f),b(f);a.join();b.join();}
