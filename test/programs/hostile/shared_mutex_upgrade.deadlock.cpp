// SPDX-License-Identifier: Apache-2.0
#include <shared_mutex>
#include <thread>
std::shared_mutex m;
int main() { auto f = [] { std::shared_lock l(m); m.lock(); m.unlock(); }; std::jthread t(f); }
