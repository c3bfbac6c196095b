// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
std::barrier b(2); int x;
int main(){ std::thread t([]{ x=1; (void)b.arrive(); }); (void)b.arrive(); int r=x; t.join(); return r>1; }
