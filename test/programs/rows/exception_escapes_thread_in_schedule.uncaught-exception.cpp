// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <mutex>
#include <vector>
std::mutex m; std::vector<int> v;
int main(){ std::thread a([]{ std::lock_guard l(m); v.at(0)=1; }); { std::lock_guard l(m); v.push_back(0); } a.join(); }
