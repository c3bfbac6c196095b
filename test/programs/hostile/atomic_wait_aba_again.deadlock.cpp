// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
std::atomic<int> a{0};
int main() { std::jthread t([] { a.wait(0); }); a = 1; a.notify_all(); a = 0; }
