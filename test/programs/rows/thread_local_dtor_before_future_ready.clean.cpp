// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
std::atomic<int> d; struct T{ int v; ~T(){ d++; } }; thread_local T tl;
int main(){ auto f=std::async(std::launch::async,[]{ tl.v=1; }); f.get(); return 0; }
