// SPDX-License-Identifier: Apache-2.0
// wrong: thread_local destructor writes global while main reads after detach
#include <thread>
#include <semaphore>
int g;std::binary_semaphore s(0);
struct T{int v=0;~T(){g=1;}};
thread_local T tl;
int main(){std::thread t([]{tl.v=1;s.release();});s.acquire();int r=g;t.join();return r>1;}
