// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
int main(){counting_semaphore<4> s(2);int x=0;{auto f=[&]{s.acquire();x++;s.release();};jthread a(f),b(f);}}
