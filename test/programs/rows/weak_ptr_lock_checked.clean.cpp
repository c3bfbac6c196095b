// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
auto p=std::make_shared<int>(5); std::weak_ptr<int> w=p; int r=5;
int main(){ std::thread t([]{ if(auto q=w.lock()) r=*q; }); p.reset(); t.join(); return r!=5; }
