// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
void f(const std::string&s,int&r){ r=s.size(); }
int main(){ int r=0; char b[8]="hello"; std::thread t(f,b,std::ref(r)); b[0]='j'; t.join(); return r!=5; }
