// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <mutex>
#include <vector>
std::mutex m; std::vector<int> v;
void f(){ try{ std::lock_guard l(m); v.at(1)=1; } catch(std::out_of_range&){ std::lock_guard l(m); v.push_back(1); } }
int main(){ std::thread a(f),b(f); a.join(); b.join(); return v.empty(); }
