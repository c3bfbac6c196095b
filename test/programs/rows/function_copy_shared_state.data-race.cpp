// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
int main(){ auto c=std::make_shared<int>(0); std::function<void()> f=[c]{ ++*c; }; std::thread t(f); f(); t.join(); }
