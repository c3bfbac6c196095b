// SPDX-License-Identifier: Apache-2.0
#include <coroutine>
#include <thread>
#include <cassert>
struct Task { struct promise_type { Task get_return_object() { return {std::coroutine_handle<promise_type>::from_promise(*this)}; } std::suspend_always initial_suspend() noexcept { return {}; } std::suspend_always final_suspend() noexcept { return {}; } void return_void() {} void unhandled_exception() { std::terminate(); } }; std::coroutine_handle<promise_type> h; };
int x;
Task work() { int k = 1; x += k; co_await std::suspend_always{}; k++; x += k; }
int main(){ Task t = work(); t.h.resume(); std::thread a([&]{ t.h.resume(); }); a.join(); assert(t.h.done() && x == 3); t.h.destroy(); }
