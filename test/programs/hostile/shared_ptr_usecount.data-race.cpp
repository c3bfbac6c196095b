// SPDX-License-Identifier: Apache-2.0
// wrong: use_count()==1 as "I am alone" (relaxed): racing on the pointee
#include <memory>
#include <thread>
int main(){auto p=std::make_shared<int>(0);std::thread t([q=p]()mutable{*q=1;q.reset();});if(p.use_count()==1)*p=2;t.join();return 0;}
