// SPDX-License-Identifier: Apache-2.0
#include <future>
#include <thread>
struct D { int *p; ~D() { *p = 4; } };
int main() { int x = 0; std::packaged_task<int()> k([&] { thread_local D d{&x}; return 3; }); auto f = k.get_future(); std::thread t([&] { k.make_ready_at_thread_exit(); }); int v = f.get(); t.join(); return v == 3 && x == 4 ? 0 : 1; }
