// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <mutex>
#include <map>
std::mutex m; std::map<int,int> tab;
struct R{ ~R(){ std::lock_guard l(m); tab[1]++; } } r;
int main(){ std::thread a([]{ std::lock_guard l(m); tab[2]=1; }); a.join(); }
