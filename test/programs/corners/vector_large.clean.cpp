// SPDX-License-Identifier: Apache-2.0
#include <vector>
#include <thread>
#include <string>
int main(){ std::thread t([]{ std::vector<int> v(1 << 17, 3); std::string s(1 << 18, 'a'); if (v[5] != 3 || s[7] != 'a') __builtin_trap(); }); t.join(); }
