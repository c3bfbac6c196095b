// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
std::mt19937 g(1);
int main(){ std::thread t([]{ g(); }); g(); t.join(); }
