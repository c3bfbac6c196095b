// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <thread>
#include <chrono>
int x;
int main() { std::promise<void> p; auto f = p.get_future(); std::jthread t([&] { x = 1; p.set_value(); }); if (f.wait_for(std::chrono::milliseconds(10)) == std::future_status::ready) return x != 1; }
