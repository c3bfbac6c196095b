// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){pmr::unsynchronized_pool_resource r;pmr::memory_resource*p=&r;thread a([&]{(void)p->allocate(16,8);});r.release();a.join();}
