// SPDX-License-Identifier: Apache-2.0
#include <mutex>
#include <shared_mutex>
#include <thread>
#include <chrono>
std::shared_timed_mutex m; int x;
int main() { { auto f = [] { std::unique_lock l(m, std::chrono::milliseconds(5)); if (l.owns_lock()) x++; }; std::jthread t(f), s(f); } std::shared_lock l(m, std::try_to_lock); return l.owns_lock() && x >= 0 && x <= 2 ? 0 : 1; }
