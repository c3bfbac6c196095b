// SPDX-License-Identifier: Apache-2.0
// right: static local whose initialiser throws the first time
#include <thread>
#include <atomic>
std::atomic<int> n;
struct S{int v;S(){if(n++==0)throw 1;v=7;}};
int get(){for(;;)try{static S s;return s.v;}catch(int){}}
int main(){int r=0;std::thread t([&]{r=get();});int q=get();t.join();return r+q!=14;}
