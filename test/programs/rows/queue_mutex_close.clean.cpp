// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
struct Q{ std::mutex m; std::condition_variable c; std::queue<int> q; bool closed=false;
 void push(int v){ std::lock_guard l(m); q.push(v); c.notify_one(); } void close(){ std::lock_guard l(m); closed=true; c.notify_all(); }
 std::optional<int> pop(){ std::unique_lock l(m); c.wait(l,[&]{ return closed||!q.empty(); }); if(q.empty()) return {}; int v=q.front(); q.pop(); return v; } };
int main(){ Q q; int s=0; std::thread t([&]{ while(auto v=q.pop()) s+=*v; }); q.push(1); q.push(2); q.close(); t.join(); return s-3; }
