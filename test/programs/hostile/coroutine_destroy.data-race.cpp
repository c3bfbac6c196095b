// SPDX-License-Identifier: Apache-2.0
// wrong: frame destroyed by main while thread is in it
#include <coroutine>
#include <thread>
#include <atomic>
std::atomic<int> fl;
struct T{struct promise_type{T get_return_object(){return{std::coroutine_handle<promise_type>::from_promise(*this)};}std::suspend_always initial_suspend(){return{};}std::suspend_always final_suspend()noexcept{return{};}void return_void(){}void unhandled_exception(){}};std::coroutine_handle<promise_type> h;};
T co(){fl=1;co_return;}
int main(){T t=co();std::thread u([&]{t.h.resume();});while(!fl);t.h.destroy();u.join();return 0;}
