// SPDX-License-Identifier: Apache-2.0
// right: weak_ptr lock
#include <memory>
#include <thread>
int main(){auto p=std::make_shared<int>(3);std::weak_ptr<int> w=p;int r=3;std::thread t([w,&r]{if(auto q=w.lock())r=*q;});p.reset();t.join();return r!=3;}
