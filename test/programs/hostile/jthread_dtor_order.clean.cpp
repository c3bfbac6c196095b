// SPDX-License-Identifier: Apache-2.0
#include <mutex>
#include <thread>
std::mutex m;
int main() { std::jthread t([] { std::lock_guard g(m); }); std::unique_lock l(m); }
