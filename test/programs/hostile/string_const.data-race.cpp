// SPDX-License-Identifier: Apache-2.0
// wrong: s.size() vs append
#include <string>
#include <thread>
int main(){std::string s="a";size_t n=0;std::thread t([&]{n=s.size();});s+="b";t.join();return n>2;}
