// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
int main(){ std::vector<std::thread> v; int s[3]={}; for(int i=0;i<2;i++) v.emplace_back([&i,&s]{ s[i%3]=1; }); for(auto&t:v) t.join(); }
