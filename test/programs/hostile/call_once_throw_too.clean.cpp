// SPDX-License-Identifier: Apache-2.0
// right: call_once with exception is retried
#include <mutex>
#include <thread>
#include <atomic>
std::once_flag o;int n;int v;
void init(){if(n++==0)throw 1;v=7;}
void f(){for(;;)try{std::call_once(o,init);break;}catch(int){}}
int main(){f();std::thread t(f);f();t.join();return v!=7||n!=2;}
