// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <thread>
std::string s="short";
int main(){ std::thread t([]{ s.append("x"); }); bool e=s.empty(); t.join(); return e; }
