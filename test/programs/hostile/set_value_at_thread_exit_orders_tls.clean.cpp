// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <thread>
int x; struct D { ~D() { x = 4; } };
int main() { std::promise<void> p; auto f = p.get_future(); std::thread t([&] { p.set_value_at_thread_exit(); thread_local D d; (void)&d; }); f.get(); int v = x; t.join(); return v != 4; }
