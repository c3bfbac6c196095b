// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
std::array<char,4> b;
int main(){ std::thread t([]{ b[0]=1; b[2]=1; }); b[1]=2; b[3]=2; t.join(); return b[0]+b[1]+b[2]+b[3]-6; }
