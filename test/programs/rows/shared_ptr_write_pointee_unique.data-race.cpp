// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
int main(){ auto p=std::make_shared<int>(1); std::thread t([p]{ if(p.use_count()==1) return; ++*p; }); ++*p; t.join(); }
