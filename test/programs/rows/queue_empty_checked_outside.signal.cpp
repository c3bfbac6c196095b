// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
std::mutex m; std::vector<std::unique_ptr<int>> q;
bool empty(){ std::lock_guard l(m); return q.empty(); }
std::unique_ptr<int> pop(){ std::lock_guard l(m); if(q.empty()) return nullptr; auto p=std::move(q.back()); q.pop_back(); return p; }
void f(){ if(!empty()){ auto p=pop(); *p.get()=2; } }
int main(){ q.push_back(std::make_unique<int>(1)); std::thread t(f); f(); t.join(); }
