// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
std::barrier b(3);
int main(){ std::thread t([]{ b.arrive_and_wait(); }); b.arrive_and_wait(); t.join(); }
