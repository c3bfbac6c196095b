// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
std::barrier b(2); int x,y;
int main(){ std::thread t([]{ x=1; auto k=b.arrive(); b.wait(std::move(k)); y+=x; }); auto k=b.arrive(); b.wait(std::move(k)); int r=x; t.join(); return r+y-2; }
