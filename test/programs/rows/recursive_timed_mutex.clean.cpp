// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
std::recursive_timed_mutex m; int x;
int main(){ std::thread t([]{ std::lock_guard l(m); if(m.try_lock_for(std::chrono::milliseconds(1))){ x++; m.unlock(); } }); { std::lock_guard l(m); x++; } t.join(); return x-2; }
