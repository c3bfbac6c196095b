// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
int f(std::string s,int&r){ return r=s.size(); }
int main(){ int r=0; std::string s="hello"; std::thread t(f,s,std::ref(r)); s="x"; t.join(); return r-5; }
