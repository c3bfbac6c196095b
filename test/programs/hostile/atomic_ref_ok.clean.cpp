// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){int x=0;{auto f=[&]{atomic_ref<int>(x)++;};jthread a(f),b(f);}assert(x==2);}
