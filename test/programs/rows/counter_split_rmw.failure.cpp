// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
std::atomic<int> a{0};
int main(){ std::thread t([]{ a=a+1; }),u([]{ a++; }); a+=1; t.join(); u.join(); return a!=3; }
