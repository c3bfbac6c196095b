// SPDX-License-Identifier: Apache-2.0
#include <mutex>
#include <thread>
std::mutex m;
/* the lock is declared before the jthread: join happens while it is held */
int main() { std::unique_lock l(m); std::jthread t([] { std::lock_guard g(m); }); }
