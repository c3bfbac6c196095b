// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <thread>
int x; struct D { ~D() { x = 4; } };
int main() { std::promise<void> p; auto f = p.get_future(); std::thread t([&] { thread_local D d; (void)&d; p.set_value(); }); f.get(); int v = x; t.join(); return v > 4; }
