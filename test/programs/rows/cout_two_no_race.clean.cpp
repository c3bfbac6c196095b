// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
int main(){ std::thread t([]{ std::cout<<1<<'\n'; }); std::cout<<2<<std::endl; t.join(); }
