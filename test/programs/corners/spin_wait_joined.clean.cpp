// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
std::atomic<int> a{0};
int main() { std::thread t([] { a = 1; }); while (!a); t.join(); }
