// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
int main(){ std::promise<std::vector<int>> p; std::shared_future<std::vector<int>> f=p.get_future(); p.set_value({1}); auto&v=const_cast<std::vector<int>&>(f.get()); std::thread t([f]{ (void)f.get()[0]; volatile int z=f.get()[0]; (void)z; }); v[0]=2; t.join(); }
