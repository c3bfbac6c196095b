// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
std::mutex m; int n;
int main(){ std::thread t([]{ std::unique_lock l(m,std::defer_lock); n++; }); { std::lock_guard l(m); n++; } t.join(); }
