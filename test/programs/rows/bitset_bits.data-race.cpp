// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
std::bitset<64> b;
int main(){ std::thread t([]{ b.set(3); }); b.set(40); t.join(); }
