// SPDX-License-Identifier: Apache-2.0
// right: after join
#include <thread>
int g;
struct T{int v=0;~T(){g=1;}};
thread_local T tl;
int main(){std::thread t([]{tl.v=1;});t.join();return g!=1;}
