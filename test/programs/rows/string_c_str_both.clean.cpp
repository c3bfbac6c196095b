// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <thread>
#include <cstring>
std::string s="short";
int main(){ size_t n=0; std::thread t([&]{ n=strlen(s.c_str()); }); size_t k=s.size(); t.join(); return n!=k; }
