// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
int main(){ std::function<int()> f=[n=0]() mutable { return ++n; }; auto g=f; int r=0; std::thread t([&r,g]() mutable { r=g(); }); int q=f(); t.join(); return r+q-2; }
