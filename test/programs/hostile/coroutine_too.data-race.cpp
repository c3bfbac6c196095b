// SPDX-License-Identifier: Apache-2.0
// wrong: resumed by two threads
#include <coroutine>
#include <thread>
struct T{struct promise_type{T get_return_object(){return{std::coroutine_handle<promise_type>::from_promise(*this)};}std::suspend_always initial_suspend(){return{};}std::suspend_always final_suspend()noexcept{return{};}void return_void(){}void unhandled_exception(){}};std::coroutine_handle<promise_type> h;};
T co(int&x){x++;co_await std::suspend_always{};x++;co_await std::suspend_always{};x++;}
int main(){int x=0;T t=co(x);std::thread u([&]{t.h.resume();});t.h.resume();u.join();t.h.destroy();return 0;}
