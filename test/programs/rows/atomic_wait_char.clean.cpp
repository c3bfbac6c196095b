// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
std::atomic<char> a{0}; int x;
int main(){ std::thread t([]{ x=1; a=1; a.notify_one(); }); a.wait(0); int r=x; t.join(); return r-1; }
