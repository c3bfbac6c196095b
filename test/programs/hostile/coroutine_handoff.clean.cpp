// SPDX-License-Identifier: Apache-2.0
#include "short_cpp.h"
#include <coroutine>
struct T{struct promise_type{T get_return_object(){return{coroutine_handle<promise_type>::from_promise(*this)};}suspend_always initial_suspend()noexcept{return{};}suspend_always final_suspend()noexcept{return{};}void return_void(){}void unhandled_exception(){terminate();}};coroutine_handle<promise_type> h;};
int x;T co(){x=1;co_await suspend_always{};x=2;}
int main(){T t=co();t.h.resume();assert(x==1);{jthread a([&]{t.h.resume();});}assert(x==2&&t.h.done());t.h.destroy();}
