// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
std::atomic<int*> a{nullptr},b{nullptr}; int v;
int main(){ std::thread t([]{ a=&v; b.notify_all(); }); a.wait(nullptr); t.join(); }
