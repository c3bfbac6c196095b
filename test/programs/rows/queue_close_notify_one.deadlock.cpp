// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
struct Q{ std::mutex m; std::condition_variable c; std::queue<int> q; bool closed=false;
 void push(int v){ std::lock_guard l(m); q.push(v); c.notify_one(); } void close(){ std::lock_guard l(m); closed=true; c.notify_one(); }
 std::optional<int> pop(){ std::unique_lock l(m); c.wait(l,[&]{ return closed||!q.empty(); }); if(q.empty()) return {}; int v=q.front(); q.pop(); return v; } };
int main(){ Q q; std::thread t([&]{ while(q.pop()); }),u([&]{ while(q.pop()); }); q.close(); t.join(); u.join(); }
