// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
std::mutex m; struct T{ int v; ~T(){ std::lock_guard l(m); } }; thread_local T tl;
int main(){ std::thread t([]{ tl.v=1; }); std::lock_guard l(m); t.join(); }
