// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <thread>
#include <new>
std::atomic<long> a{1};
int main(){ std::thread t([]{ a.load(); }); new (&a) std::atomic<long>(5); t.join(); }
