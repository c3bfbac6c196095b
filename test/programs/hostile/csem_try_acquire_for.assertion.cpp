// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){binary_semaphore s(0);jthread a([&]{s.release();});assert(s.try_acquire_for(10s));}
