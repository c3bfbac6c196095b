// SPDX-License-Identifier: Apache-2.0
#include <bits/stdc++.h>
std::atomic<int> tries; int got;
struct S{ S(){ if(tries++==0) throw 1; } };
void f(int&g){ try{ static S s; g=1; } catch(int){ g=0; } }
int main(){ int a=0,b=0; std::thread t([&]{ f(a); }); f(b); t.join(); return a==0; }
