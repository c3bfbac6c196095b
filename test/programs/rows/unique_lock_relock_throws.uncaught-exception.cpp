// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
std::mutex m; int n;
void f(){ std::unique_lock l(m); if(n++==1) l.lock(); }
int main(){ std::thread t(f); f(); t.join(); }
