// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){pmr::unsynchronized_pool_resource r;pmr::memory_resource*p=&r;auto f=[&]{void*q=p->allocate(16,8);p->deallocate(q,16,8);};thread a(f),b(f);a.join();b.join();}
