// SPDX-License-Identifier: Apache-2.0
#include <unordered_map>
#include <mutex>
#include <thread>
std::mutex m; std::unordered_map<int,int> a;
int main(){ std::thread t([]{ std::lock_guard l(m); a[1]=2; }); if(!a.empty()){ std::lock_guard l(m); a[2]=3; } t.join(); }
