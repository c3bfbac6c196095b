// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <thread>
std::string s = "a long string that is surely on the heap, is it not?";
int main() { std::thread([] { volatile char c = s[3]; (void)c; }).detach(); return 0; }
