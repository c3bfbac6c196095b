// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
int main(){ std::vector<std::thread> v; int s[3]={}; for(int i=0;i<3;i++) v.emplace_back([i,&s]{ s[i]=1; }); for(auto&t:v) t.join(); return s[0]+s[1]+s[2]-3; }
