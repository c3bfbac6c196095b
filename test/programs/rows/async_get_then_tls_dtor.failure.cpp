// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
std::atomic<int> d; struct T{ int v; ~T(){ d++; } }; thread_local T tl;
int main(){ std::promise<void> p; auto f=p.get_future(); std::jthread t([&]{ tl.v=1; p.set_value(); }); f.get(); return d!=1; }
