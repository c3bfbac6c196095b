// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <thread>
#include <mutex>
std::mutex m; std::string s = "a long string that is surely on the heap, is it not?";
int main() { std::thread([] { std::lock_guard g(m); s[3]++; }).detach(); std::lock_guard g(m); return s[4] == 0; }
