// SPDX-License-Identifier: Apache-2.0
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex m;bool st;
int main(){auto*c=new std::condition_variable;std::thread t([c]{std::unique_lock l(m);st=true;c->wait_for(l,std::chrono::seconds(1));});bool s;{std::lock_guard l(m);s=st;}if(s)delete c;t.join();if(!s)delete c;}
