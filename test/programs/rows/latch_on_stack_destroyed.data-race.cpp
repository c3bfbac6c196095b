// SPDX-License-Identifier: Apache-2.0
#include <latch>
#include <thread>
#include <memory>
int main(){ std::thread t; { auto l=std::make_unique<std::latch>(2); std::latch*p=l.get(); t=std::thread([p]{ p->arrive_and_wait(); }); l->count_down(); l->wait(); } t.join(); }
