// SPDX-License-Identifier: Apache-2.0
#include <condition_variable>
#include <mutex>
#include <thread>
#include <memory>
int main() { auto c = std::make_unique<std::condition_variable>(); std::thread t(&std::condition_variable::notify_all, c.get()); c.reset(); t.join(); }
