// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
std::atomic<int> a{0};
int main(){ std::thread t([]{ a.wait(0); }); a.store(1); t.join(); }
