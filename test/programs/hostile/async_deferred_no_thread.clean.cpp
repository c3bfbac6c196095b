// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <thread>
int x;
int main() { auto id = std::this_thread::get_id(); auto f = std::async(std::launch::deferred, [&] { x++; return std::this_thread::get_id() == id; }); x++; if (f.wait_for(std::chrono::seconds(0)) != std::future_status::deferred) return 2; return f.get() && x == 2 ? 0 : 1; }
