// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
std::atomic<int*> p{new int(1)}, hp{nullptr};
int rd(){ int*q; do{ q=p.load(); hp.store(q); } while(p.load()!=q); int r=*q; hp.store(nullptr); return r; }
int main(){ int r=0; std::thread t([&]{ r=rd(); }); int*o=p.exchange(new int(2)); while(hp.load()==o); delete o; t.join(); delete p.load(); return r>2; }
