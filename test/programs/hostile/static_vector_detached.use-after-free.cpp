// SPDX-License-Identifier: Apache-2.0
#include <thread>
#include <vector>
#include <mutex>
std::mutex m; std::vector<int> v(3);
int main() { std::thread([] { std::lock_guard g(m); v[0] = 1; }).detach(); std::lock_guard g(m); return v[1]; }
