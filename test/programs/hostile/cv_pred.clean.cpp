// SPDX-License-Identifier: Apache-2.0
// right
#include <condition_variable>
#include <mutex>
#include <thread>
#include <queue>
std::mutex m;std::condition_variable c;std::queue<int> q;
int main(){int s=0;std::thread t([&]{for(int i=0;i<2;i++){std::unique_lock l(m);c.wait(l,[]{return !q.empty();});s+=q.front();q.pop();}});
for(int i=1;i<3;i++){{std::lock_guard l(m);q.push(i);}c.notify_one();}t.join();return s!=3;}
