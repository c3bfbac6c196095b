// SPDX-License-Identifier: Apache-2.0
// right: coroutine resumed on another thread, joined
#include <coroutine>
#include <thread>
struct T{struct promise_type{T get_return_object(){return{std::coroutine_handle<promise_type>::from_promise(*this)};}std::suspend_always initial_suspend(){return{};}std::suspend_always final_suspend()noexcept{return{};}void return_void(){}void unhandled_exception(){}};std::coroutine_handle<promise_type> h;};
T co(int&x){x++;co_await std::suspend_always{};x++;}
int main(){int x=0;T t=co(x);t.h.resume();std::thread u([&]{t.h.resume();});u.join();bool d=t.h.done();t.h.destroy();return !d||x!=2;}
