// SPDX-License-Identifier: Apache-2.0
#include <coroutine>
#include <thread>
struct Task { struct promise_type { Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; } std::suspend_always initial_suspend() noexcept { return {}; } std::suspend_always final_suspend() noexcept { return {}; } void return_void() {} void unhandled_exception() { std::terminate(); } }; std::coroutine_handle<promise_type> h; };
volatile int x;
Task work() { for (int k = 0; k < 3; k++) { co_await std::suspend_always{}; } }
int main(){ Task t = work(); t.h.resume(); std::thread a([&]{ t.h.resume(); }); t.h.resume(); a.join(); t.h.destroy(); }
