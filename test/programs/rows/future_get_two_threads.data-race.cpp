// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
int main(){ std::promise<int> p; auto f=p.get_future(); p.set_value(1); std::thread t([&]{ if(f.valid()) f.get(); }); if(f.valid()) f.get(); t.join(); }
